import Domain

/// The script of an HTML report: it reads the lines in turns, and shows one page of those that the filter leaves.
///
/// All text reaches the page as text. A control or bidirectional control in it is shown as its number.
enum ReportScript {
    /// The characters that are shown as their numbers, as a regular expression has them.
    private static let steering = SteeringCharacters.ranges.map { range in
        [range.lowerBound, range.upperBound].map { "\\u\(SteeringCharacters.digits(of: $0))" }.joined(separator: "-")
    }.joined()

    static let text = #"""
        'use strict';
        (() => {
          const find = (id) => document.getElementById(id);
          if (!find('rows')) return;
          const pageSize = 100, mostPrinted = 2000, mostListed = 200;
          const facts = JSON.parse(find('facts').textContent);
          const lines = [];
          let shown = [], page = 0;

          const number = (value) => value.toLocaleString('en');
          const count = (value, word) => number(value) + ' ' + word + (value === 1 ? '' : 's');
          const steering = /[\#(steering)]/g;
          const plain = (text) => text.replace(steering, (c) =>
            '<U+' + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') + '>');
          const add = (parent, name, text, style) => {
            const element = document.createElement(name);
            if (text !== undefined) element.textContent = plain(text);
            if (style) element.className = style;
            parent.append(element);
            return element;
          };
          const lastPart = (path) => path.slice(path.lastIndexOf('/') + 1) || path;
          const fileNames = facts.files.map((path) =>
            facts.files.filter((other) => lastPart(other) === lastPart(path)).length > 1 ? path : lastPart(path));

          // Commands are copied exactly as they stand; only legible ones are written.
          const copy = async (text, what) => {
            let isDone = false;
            try {
              await navigator.clipboard.writeText(text);
              isDone = true;
            } catch {
              const area = add(document.body, 'textarea');
              area.value = text;
              area.select();
              isDone = document.execCommand('copy');
              area.remove();
            }
            const note = find('copied');
            note.textContent = isDone ? 'Copied ' + what : 'Copying is not allowed here; select the text instead';
            clearTimeout(copy.timer);
            copy.timer = setTimeout(() => { note.textContent = ''; }, 4000);
          };

          const addRow = (body, line) => {
            const row = add(body, 'tr');
            const cell = () => { const td = add(row, 'td'); td.setAttribute('role', 'cell'); return td; };
            row.setAttribute('role', 'row');
            const place = cell();
            add(place, 'bdi', fileNames[line.f] + ':' + line.l, 'code');
            if (line.s) add(place, 'span', 'Asked before', 'tag').title = 'by run ' + line.s;
            const book = cell();
            if (line.t) add(book, 'bdi', line.t, 'name');
            if (line.i) add(book, 'bdi', line.i, 'code');
            const time = cell();
            if (line.w) add(time, 'bdi', line.w);
            const matter = cell();
            add(matter, 'span', facts.titles[line.k], 'name');
            add(matter, 'span', facts.questions[line.k].replace(/^./, (c) => c.toUpperCase()) + '.');
            if (line.d) add(matter, 'bdi', line.d, 'soft');
            const advice = cell();
            add(advice, 'span', facts.advice[line.k].replace(/^./, (c) => c.toUpperCase()) + '.');
            for (const command of line.c) {
              const box = add(advice, 'div', undefined, 'command');
              const code = add(box, 'code');
              command.split(' ').forEach((word, index) => {
                if (index > 0) code.append(' ');
                add(code, 'span', word);
              });
              const button = add(box, 'button', 'Copy');
              button.type = 'button';
              button.setAttribute('aria-label', 'Copy ' + command);
              button.addEventListener('click', () => copy(command, 'the command'));
            }
          };

          const draw = (most) => {
            const start = most ? 0 : page * pageSize;
            const end = Math.min(shown.length, start + (most || pageSize));
            const body = document.createDocumentFragment();
            for (let index = start; index < end; index++) addRow(body, shown[index]);
            find('rows').replaceChildren(body);
            const pages = Math.max(1, Math.ceil(shown.length / pageSize));
            find('status').textContent = shown.length === 0 ? 'No line is like that.'
              : end - start === shown.length ? count(shown.length, 'line')
              : number(start + 1) + ' to ' + number(end) + ' of ' + count(shown.length, 'line');
            find('pages').hidden = pages === 1;
            find('page').value = page + 1;
            find('page').max = pages;
            find('page-count').textContent = 'of ' + number(pages);
            find('previous').disabled = page === 0;
            find('next').disabled = page === pages - 1;
          };

          const filter = () => {
            const words = find('find').value.toLowerCase().split(/\s+/).filter((word) => word);
            const asked = find('asked').value, kind = find('kind').value, file = find('file').value;
            shown = lines.filter((line) =>
              (asked === '' || (asked === 'before') === (line.s !== null))
              && (kind === '' || line.k === Number(kind))
              && (file === '' || line.f === Number(file))
              && words.every((word) => line.text.includes(word)));
            page = 0;
            draw();
          };

          const go = (to) => {
            page = Math.min(Math.max(0, to || 0), Math.max(0, Math.ceil(shown.length / pageSize) - 1));
            draw();
            find('lines-title').scrollIntoView();
          };

          const choices = (select, entries) => {
            for (const [value, text] of entries) add(select, 'option', text).value = value;
          };

          const drawLoans = () => {
            const loans = lines.filter((line) => line.b);
            const fresh = loans.filter((line) => line.s === null);
            const listed = find('loans-all').checked ? loans : fresh;
            find('loans').hidden = loans.length === 0;
            find('loans-before').hidden = fresh.length === loans.length;
            find('loans-before-text').textContent = 'with those asked before, ' + number(loans.length - fresh.length);
            find('copy-loans').textContent = 'Copy ' + count(listed.length, 'command');
            find('copy-loans').hidden = find('loans-list').hidden = listed.length === 0;
            find('loans-shown').textContent = listed.length > mostListed
              ? 'The first ' + mostListed + ' are shown; all are copied.' : '';
            find('loans-list').textContent = listed.slice(0, mostListed).map((line) => line.c[0]).join('\n');
            return listed;
          };

          const begin = () => {
            const perKind = facts.titles.map(() => 0), perFile = fileNames.map(() => 0);
            let before = 0;
            for (const line of lines) {
              perKind[line.k] += 1;
              perFile[line.f] += 1;
              if (line.s !== null) before += 1;
            }
            choices(find('kind'), [['', 'Everything, ' + number(lines.length)]].concat(
              facts.titles.map((title, index) => [index, title + ', ' + number(perKind[index])])));
            choices(find('file'), [['', 'All files']].concat(
              fileNames.map((name, index) => [index, name + ', ' + number(perFile[index])])
                .filter((entry) => perFile[entry[0]] > 0)));
            choices(find('asked'), [['new', 'for the first time, ' + number(lines.length - before)],
              ['before', 'before, ' + number(before)], ['', 'now or before, ' + number(lines.length)]]);
            find('asked').value = before > 0 && before < lines.length ? 'new' : '';
            find('asked-label').hidden = before === 0;
            find('file-label').hidden = fileNames.length === 1;
            let timer;
            find('find').addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(filter, 120); });
            for (const id of ['asked', 'kind', 'file']) find(id).addEventListener('change', filter);
            find('reset').addEventListener('click', () => {
              find('find').value = '';
              for (const id of ['asked', 'kind', 'file']) find(id).value = '';
              filter();
            });
            find('previous').addEventListener('click', () => go(page - 1));
            find('next').addEventListener('click', () => go(page + 1));
            find('page').addEventListener('change', () => go(Number(find('page').value) - 1));
            find('loans-all').addEventListener('change', drawLoans);
            find('copy-loans').addEventListener('click', () => {
              const listed = drawLoans();
              copy(listed.map((line) => line.c[0] + '\n').join(''), count(listed.length, 'command'));
            });
            addEventListener('beforeprint', () => draw(mostPrinted));
            addEventListener('afterprint', () => draw());
            drawLoans();
            filter();
            document.documentElement.dataset.ready = 'true';
          };

          // Many lines are read in turns, so that the page answers meanwhile.
          const blocks = Array.from(document.querySelectorAll('script.lines'));
          const read = () => {
            const until = performance.now() + 40;
            while (blocks.length > 0 && performance.now() < until) {
              const block = blocks.shift();
              for (const line of JSON.parse(block.textContent)) {
                line.text = [line.t, line.i, line.w, line.d, fileNames[line.f] + ':' + line.l]
                  .filter((part) => part).join(' ').toLowerCase();
                lines.push(line);
              }
              block.remove();
            }
            if (blocks.length === 0) return begin();
            find('status').textContent = 'Reading the lines: ' + number(lines.length);
            setTimeout(read);
          };
          read();
        })();
        """#
}
