/// The style of an HTML report.
enum ReportStyle {
    static let text = #"""
        :root {
          color-scheme: light dark;
          --ground: #fcfcfb; --raised: #f2f3f1; --ink: #1d2321; --soft: #55605b; --line: #d3d8d4; --edge: #87918c;
          --accent: #0a5a6b; --on-accent: #ffffff; --warm: #fbf1d9; --warm-edge: #b98a1d;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #151918; --raised: #1f2423; --ink: #e4e9e6; --soft: #a4afaa; --line: #353d3a; --edge: #74807b;
            --accent: #86ccdb; --on-accent: #0d2025; --warm: #2e2814; --warm-edge: #b8943f;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0 auto; max-width: 82rem; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 3rem; background: var(--ground); color: var(--ink);
          font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
        }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.15rem; margin: 2.25rem 0 .6rem; }
        p { margin: .25rem 0; max-width: 75ch; }
        header p, footer, #status, .tools span { color: var(--soft); }
        .code, pre, code { font: .88em/1.45 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        .note { border-left: 4px solid var(--warm-edge); background: var(--warm); color: var(--ink) !important; padding: .5rem .8rem; margin: .8rem 0; }
        .done { font-size: 1.1rem; margin-top: 2rem; }
        .totals { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: .25rem 0 .75rem; }
        .totals div { display: flex; flex-direction: column-reverse; }
        .totals dt { color: var(--soft); font-size: .9rem; }
        .totals dd { margin: 0; font-size: 1.6rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
        summary { cursor: pointer; width: max-content; max-width: 100%; color: var(--accent); }
        table { border-collapse: collapse; }
        th { text-align: left; font-weight: 600; font-size: .9rem; color: var(--soft); }
        .counts { margin-top: .5rem; }
        .counts th, .counts td { padding: .2rem 1.5rem .2rem 0; border-bottom: 1px solid var(--line); }
        .counts td:last-child, .counts th:last-child { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; }
        .tools { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem 1rem; margin: .6rem 0; max-width: none; }
        .tools label { font-size: .9rem; color: var(--soft); display: flex; flex-direction: column; gap: .15rem; min-width: 0; }
        #loans .tools, #pages { align-items: center; }
        #loans .tools label, #pages label { flex-direction: row; align-items: center; gap: .4rem; }
        input, select, button { font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--edge); border-radius: 4px; padding: .3rem .55rem; min-height: 2.25rem; max-width: 100%; }
        input[type=search] { width: 19rem; }
        input[type=number] { width: 5.5rem; }
        input[type=checkbox] { min-height: 0; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
        ::placeholder { color: var(--soft); opacity: 1; }
        button { background: var(--raised); cursor: pointer; }
        button:hover:enabled { border-color: var(--accent); color: var(--accent); }
        button:disabled { opacity: .55; cursor: default; }
        #copy-loans { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        #copy-loans:hover { color: var(--on-accent); filter: brightness(1.1); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        pre { margin: .5rem 0; padding: .7rem .9rem; max-height: 9.5rem; overflow: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; white-space: pre; overflow-wrap: normal; }
        .lines { width: 100%; table-layout: fixed; margin: .4rem 0 1rem; }
        .lines thead th { position: sticky; top: 0; background: var(--ground); padding: .4rem 1rem .4rem 0; border-bottom: 2px solid var(--edge); vertical-align: bottom; }
        .lines th:nth-child(1) { width: 14%; } .lines th:nth-child(2) { width: 22%; } .lines th:nth-child(3) { width: 15%; } .lines th:nth-child(4) { width: 22%; }
        .lines td { padding: .6rem 1rem .7rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
        .lines td > * { display: block; }
        .lines .soft { color: var(--soft); font-size: .9rem; }
        .lines .name { font-weight: 600; }
        .tag { width: max-content; margin-top: .3rem; padding: 0 .45rem; border: 1px solid var(--edge); border-radius: 3px; font-size: .8rem; color: var(--soft); }
        .command { display: flex !important; align-items: flex-start; gap: .5rem; margin-top: .4rem; }
        .command code { flex: 1; min-width: 0; background: var(--raised); border-radius: 3px; padding: .25rem .45rem; }
        .command span { display: inline-block; max-width: 100%; }
        .command button { min-height: 0; padding: .1rem .5rem; font-size: .85rem; }
        #copied { position: fixed; bottom: 1rem; right: 1rem; margin: 0; background: var(--ink); color: var(--ground); padding: .45rem .9rem; border-radius: 4px; }
        #copied:empty { display: none; }
        footer { margin-top: 3rem; border-top: 1px solid var(--line); font-size: .85rem; }
        @media screen and (max-width: 52rem) {
          .lines, .lines tbody, .lines tr, .lines td { display: block; width: auto; }
          .lines thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          .lines tr { border-top: 2px solid var(--line); padding: .6rem 0 .8rem; }
          .lines td { border: 0; padding: .15rem 0; }
          .lines td:empty { display: none; }
          .totals { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem 1rem; }
          .tools label, input[type=search], #kind, #file, #asked { width: 100%; }
          #pages label, #loans .tools label { width: auto; }
        }
        @media print {
          :root { color-scheme: light; --ground: #fff; --raised: #f4f4f4; --ink: #000; --soft: #333; --line: #bbb; --edge: #777; --accent: #000; --warm: #fff; --warm-edge: #777; }
          html { font-size: 9pt; }
          body { max-width: none; padding: 0; line-height: 1.35; }
          h2 { margin-top: 1.2rem; }
          .tools, .command button, #loans, footer, noscript, #copied { display: none !important; }
          .lines thead { display: table-header-group; }
          .lines thead th { position: static; }
          .lines th, .lines td { padding: .25rem .6rem .3rem 0; }
          .lines tr { break-inside: avoid; }
        }
        """#
}
