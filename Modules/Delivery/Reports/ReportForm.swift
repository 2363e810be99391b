/// The markup of an HTML report's tables, which its script fills.
enum ReportForm {
    static let text = #"""
        <noscript><p class="note">To show the lines, this page needs JavaScript; it runs only its own script.</p></noscript>
        <section id="loans" aria-labelledby="loans-title" hidden>
        <h2 id="loans-title">Loans to enter</h2>
        <p>These lines say that a copy was lent. Nothing was done with them. Look them over, then paste the commands into a
        terminal. Each has an ID of its own: the same account may run the list again, and nothing is lent twice.</p>
        <p class="tools"><button type="button" id="copy-loans">Copy</button>
        <label id="loans-before"><input type="checkbox" id="loans-all"> <span id="loans-before-text"></span></label>
        <span id="loans-shown"></span></p>
        <pre id="loans-list" tabindex="0" role="region" aria-labelledby="loans-title"></pre>
        </section>
        <section aria-labelledby="lines-title">
        <h2 id="lines-title">Lines that need a person</h2>
        <div class="tools" role="search" aria-label="Lines">
        <label>Find <input type="search" id="find" autocomplete="off" spellcheck="false" placeholder="title, barcode, line"></label>
        <label id="asked-label">Asked <select id="asked"></select></label>
        <label>What is the matter <select id="kind"></select></label>
        <label id="file-label">File <select id="file"></select></label>
        <button type="button" id="reset">Show all</button>
        </div>
        <p id="status" role="status">Reading the lines …</p>
        <table class="lines" role="table" aria-labelledby="lines-title">
        <thead role="rowgroup"><tr role="row">
        <th role="columnheader" scope="col">Line</th><th role="columnheader" scope="col">Book and copy</th>
        <th role="columnheader" scope="col">Stated time</th><th role="columnheader" scope="col">What is the matter</th>
        <th role="columnheader" scope="col">What to do</th>
        </tr></thead>
        <tbody id="rows" role="rowgroup"></tbody>
        </table>
        <nav id="pages" class="tools" aria-label="Pages" hidden>
        <button type="button" id="previous">Previous</button>
        <label>Page <input type="number" id="page" min="1" value="1" inputmode="numeric"></label>
        <span id="page-count"></span>
        <button type="button" id="next">Next</button>
        </nav>
        </section>
        <p id="copied" role="status" aria-live="polite"></p>
        """#
}
