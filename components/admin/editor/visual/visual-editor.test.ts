import { beforeAll, describe, expect, it } from '@jest/globals'
import { remarkCtx } from '@milkdown/kit/core'
import { undoDepth } from '@milkdown/kit/prose/history'
import { Slice } from '@milkdown/kit/prose/model'
import { AllSelection, NodeSelection, TextSelection } from '@milkdown/kit/prose/state'
import { CellSelection } from '@milkdown/kit/prose/tables'
import { SearchQuery, setSearchState } from 'prosemirror-search'
import { formattedText, readMarkdown } from '../clipboard-data.ts'
import { removeLink, replaceSource, setLink } from './commands.ts'
import { findMatches, findNext, findPrevious, replaceEverywhere, replaceNext } from './find.ts'
import { savePicture } from './pictures.ts'
import { selectionContext } from './selection-context.ts'
import { openDom } from './testing/codec.ts'
import { clipboardOf, open } from './testing/editor.ts'

beforeAll(openDom)

describe('the visual editor', () => {
  it('does not change the text on opening, and restores it with undo', async () => {
    const { shown, select, type, press, view } = await open('* a\n\n__b__ c\n\n---')
    expect(shown.markdown).toBe('* a\n\n__b__ c\n\n---')
    select('c')
    // One letter: the history joins letters only within half a second.
    type('d')
    expect(shown.markdown).toBe('* a\n\n__b__ d\n\n---')
    press('z', { ctrlKey: true })
    expect(shown.markdown).toBe('* a\n\n__b__ c\n\n---')
    expect(view.dom.querySelectorAll('li')).toHaveLength(1)
  })

  it('has no step to undo before the text is edited, also when it ends with a list', async () => {
    const { editor, shown, select, type, press, view } = await open('- a')
    select('a')
    expect(undoDepth(view.state)).toBe(0)
    type('b')
    expect(editor.setText('One\n\n- c', 3)).toBeNull()
    type('d')
    expect(shown.markdown).toBe('One\n\n- dc')
    press('z', { ctrlKey: true })
    expect(shown.markdown).toBe('One\n\n- c')
    expect(undoDepth(view.state)).toBe(0)
    expect(editor.setText('```ts', 1)).toMatch('has no end')
    expect(shown.markdown).toBe('One\n\n- c')
  })

  it.each([
    ['Bold', '**word**'],
    ['Italic', '*word*'],
    ['Heading 2', '## word'],
    ['Bulleted list', '- word'],
    ['Numbered list', '1. word'],
    ['Quote', '> word'],
    ['Code', '`word`'],
  ] as const)('%s writes %j, and again removes it', async (name, markdown) => {
    const { shown, select, run } = await open('word')
    select('word')
    run(name)
    expect(shown.markdown).toBe(markdown)
    run(name)
    expect(shown.markdown).toBe('word')
  })

  it('inserts tables and tasks', async () => {
    const { shown, select, run, type, press, editor, view } = await open('word')
    select('word')
    run('Table')
    type('Name')
    expect(shown.markdown).toBe('word\n\n| Name | Column 2 |\n| --- | --- |\n| | |')
    press('Enter', { ctrlKey: true })
    editor.commands.taskList(view.state, view.dispatch)
    type('One')
    press('Enter', { ctrlKey: true })
    press('Enter')
    type('Two')
    expect(shown.markdown).toMatch(/\n\n- \[x\] One\n- \[ \] Two$/)
    expect(view.dom.querySelectorAll('input[type=checkbox]')).toHaveLength(2)
  })

  it.each([
    ['word', '---\n\na'],
    ['word\n\nnext', '---\n\na\n\nnext'],
    ['word\n\n## next', '---\n\na\n\n## next'],
    ['word goes on', '---\n\na goes on'],
    ['word\n\n- next', '---\n\na\n\n- next'],
    ['word\n\n---', '---\n\na\n\n---'],
    ['- word', '- \\---a'],
  ])('keeps a typed divider in %j when the text goes on', async (markdown, written) => {
    const { shown, select, type } = await open(markdown)
    select('word')
    type('---a')
    expect(shown.markdown).toBe(written)
  })

  it('adds a row with Tab in the last cell', async () => {
    const { shown, select, type, press } = await open('| A | B |\n| --- | --- |\n| 1 | 2 |')
    select('1')
    press('Tab')
    press('Tab')
    type('3')
    expect(shown.markdown).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | |')
  })

  it('writes typed lists without blank lines', async () => {
    const { shown, select, run, type, press } = await open('one')
    select('one')
    run('Bulleted list')
    select('one')
    type('one')
    press('Enter')
    type('two')
    press('Tab')
    expect(shown.markdown).toBe('- one\n  - two')
  })

  it.each([
    ['1) ', '1. word'],
    ['3. ', '3. word'],
    ['[ ] ', '- [ ] word'],
    ['[x] ', '- [x] word'],
    ['- [ ] ', '- [ ] word'],
  ])('begins a list when %j is typed', async (typed, markdown) => {
    const { shown, select, type, press } = await open('word')
    select('word')
    press('Backspace')
    type(typed)
    type('word')
    expect(shown.markdown).toBe(markdown)
  })

  it('adds a task that is typed after a list to the list', async () => {
    const { shown, select, type, press } = await open('- one\n\nword\n\nlast')
    select('word')
    press('Backspace')
    type('[ ] task')
    expect(shown.markdown).toBe('- one\n- [ ] task\n\nlast')
  })

  it('opens the menu at the start of a paragraph only', async () => {
    const { shown, select, type, press } = await open('word')
    select('word')
    type('/')
    expect(shown.menu?.items.map(({ label }) => label)).toEqual(['Heading', 'Table'])
    press('ArrowDown')
    expect(shown.menu?.active).toBe(1)
    press('Enter')
    expect([shown.menu, shown.chosen, shown.markdown]).toEqual([null, ['Table'], ''])
    type('and /')
    expect(shown.menu).toBeNull()
  })

  it('asks for a post after two brackets', async () => {
    const { shown, select, type } = await open('word')
    select('word')
    type('See [[')
    expect(shown.chosen).toEqual(['post'])
  })

  it('edits the source of the selected block after a slow double click', async () => {
    const { view, shown } = await open('Text\n\n<details>Hidden</details>')
    const doubleClick = () => view.dom.dispatchEvent(new window.MouseEvent('dblclick', { bubbles: true }))
    doubleClick()
    expect(shown.chosen).toEqual([])
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, 6)))
    doubleClick()
    expect(shown.chosen).toEqual(['edit'])
    view.setProps({ editable: () => false })
    doubleClick()
    expect(shown.chosen).toEqual(['edit'])
  })

  it('sets, changes and removes links', async () => {
    const { shown, select, editor, view } = await open('one two three')
    select('two')
    setLink(editor.ctx, '/a', '')(view.state, view.dispatch)
    expect(shown.markdown).toBe('one [two](/a) three')
    select('w')
    expect(selectionContext(editor.ctx, view.state.selection)).toEqual({ kind: 'link', href: '/a' })
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 6)))
    setLink(editor.ctx, '/b', '')(view.state, view.dispatch)
    expect(shown.markdown).toBe('one [two](/b) three')
    removeLink(editor.ctx)(view.state, view.dispatch)
    expect(shown.markdown).toBe('one two three')
  })

  it('links the whole text', async () => {
    const { shown, editor, view } = await open('one\n\n```\ntwo\n```\n\n- three')
    view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
    expect(setLink(editor.ctx, '/a', '')(view.state, view.dispatch)).toBe(true)
    expect(shown.markdown).toBe('[one](/a)\n\n```\ntwo\n```\n\n- [three](/a)')
  })

  it('links all selected cells, and removes their links', async () => {
    const { shown, editor, view } = await open('| A | B |\n| --- | --- |\n| 1 | 2 |')
    const cells: number[] = []
    view.state.doc.descendants(
      ({ type }, pos) => void (/^table_(cell|header)$/.test(type.name) && cells.push(pos)),
    )
    const [, first = 0, , last = 0] = cells
    view.dispatch(view.state.tr.setSelection(CellSelection.create(view.state.doc, first, last)))
    setLink(editor.ctx, '/a', '')(view.state, view.dispatch)
    expect(shown.markdown).toBe('| A | [B](/a) |\n| --- | --- |\n| 1 | [2](/a) |')
    removeLink(editor.ctx)(view.state, view.dispatch)
    expect(shown.markdown).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |')
  })

  it('keeps the title of a link that is changed', async () => {
    const { shown, editor, view } = await open('[report](/r "PDF, 2 MB")')
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 3)))
    setLink(editor.ctx, '/s', '')(view.state, view.dispatch)
    expect(shown.markdown).toBe('[report](/s "PDF, 2 MB")')
  })

  it('takes a quote away from around a list', async () => {
    const { shown, select, run } = await open('> - one\n> - two\n\nAfter')
    select('one')
    run('Quote')
    expect(shown.markdown).toBe('- one\n- two\n\nAfter')
  })

  it('keeps references to definitions in the source of a block', async () => {
    const definitions = '[d]: /docs\n\n[^1]: A note.'
    const source = 'See [docs][d] and <u>open, note[^1].'
    const { shown, editor } = await open(`${source}\n\n${definitions}`)
    replaceSource(editor, 0, source.replace('open', 'open</u>'))
    expect(shown.markdown).toBe(`See [docs][d] and <u>open</u>, note[^1].\n\n${definitions}`)
    replaceSource(editor, 0, 'Plain')
    expect(shown.markdown).toBe(`Plain\n\n${definitions}`)
  })

  it('stores the caption of an image as its title, and shows it again', async () => {
    const source = '![A "flag"](/flag.png "Raised")'
    const { shown, editor, view, select, type, press } = await open(`Text\n\n${source}`)
    expect(view.dom.querySelector('figcaption')?.textContent).toBe('Raised')
    select('Raised')
    const picture = { src: '/flag.png', alt: 'A "flag"', caption: 'Raised' }
    expect(selectionContext(editor.ctx, view.state.selection)).toEqual({ kind: 'picture', pos: 6, picture })
    savePicture(view, 6, { ...picture, alt: 'Flag', caption: '' })
    expect(shown.markdown).toBe('Text\n\n![Flag](/flag.png)')
    type('# **Up** & "down"')
    expect(shown.markdown).toBe(`Text\n\n![Flag](/flag.png "# **Up** & \\"down\\"")`)
    expect(editor.commands.formats['Heading 2'](view.state, view.dispatch)).toBe(false)
    expect(setLink(editor.ctx, '/a', 'A')(view.state, view.dispatch)).toBe(false)
    press('1', { ctrlKey: true, altKey: true })
    expect(view.dom.querySelector('h1')).toBeNull()
    press('Enter')
    type('After')
    expect(shown.markdown).toBe(`Text\n\n![Flag](/flag.png "# **Up** & \\"down\\"")\n\nAfter`)
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 7)))
    press('Backspace')
    expect(view.state.selection).toBeInstanceOf(NodeSelection)
    press('Enter')
    expect(shown.chosen).toEqual(['edit'])
    press('Backspace')
    expect(shown.markdown).toBe('Text\n\nAfter')
  })

  it('links the selected words when a URL is pasted over them', async () => {
    const { shown, select, paste, editor, view } = await open('one **two** three\n\n```\ncode\n```')
    select('two')
    paste('https://example.com/a ')
    expect(shown.markdown).toMatch(/^one \*\*\[two\]\(https:\/\/example\.com\/a\)\*\* three\n/)
    select('three')
    paste('two words')
    select('code')
    paste('https://example.com/a')
    expect(shown.markdown).toMatch(/ two words\n\n```\nhttps:\/\/example\.com\/a\n```$/)
    expect(setLink(editor.ctx, '/a', 'A')(view.state, view.dispatch)).toBe(false)
  })

  it.each([
    ['* [A post](/a)\n* [x] b\n\nH<sub>2</sub>O[^1]\n\n[^1]: Note'],
    ['![A](/a.png "Flag")'],
    ['<details>One</details>'],
    ['| A | B |\n| :-: | --- |\n| 1 | [2](/2) |'],
  ])('copies %j as the same Markdown', async (markdown) => {
    const { view } = await open(markdown)
    const { dom } = view.serializeForClipboard(new AllSelection(view.state.doc).content())
    expect(await readMarkdown({ html: dom.outerHTML, plain: '' })).toBe(markdown)
    expect(formattedText(clipboardOf({ 'text/html': dom.outerHTML }))?.html).toBe(dom.outerHTML)
  })

  it('copies only the selected words of a list', async () => {
    const { view, select } = await open('- one\n- [two](/b) three')
    select('two')
    const { dom } = view.serializeForClipboard(view.state.selection.content())
    expect(await readMarkdown({ html: dom.outerHTML, plain: '' })).toBe('[two](/b)')
  })

  it('parses only the edited block and its neighbors after a long paste', async () => {
    const { editor, shown, select, paste, type } = await open('word')
    const remark = editor.ctx.get(remarkCtx)
    const parse = remark.parse.bind(remark)
    let parses = 0
    remark.parse = (...args) => {
      parses += 1
      return parse(...args)
    }
    select('word')
    paste(Array.from({ length: 40 }, (_, index) => `Paragraph ${index}`).join('\n\n'))
    expect(parses).toBeGreaterThan(40)
    parses = 0
    select('Paragraph 20')
    type('x')
    expect(shown.markdown).toMatch(/19\n\nx\n\nParagraph 21/)
    expect(parses).toBe(6)
  })

  it('rejects a paste that makes the text too long', async () => {
    const { shown, view, select, paste } = await open('One here')
    const long = 'word '.repeat(20_000)
    paste(long)
    expect([shown.chosen, shown.markdown]).toEqual([['too long'], 'One here'])
    const parser = view.someProp('clipboardTextParser')
    expect(parser?.(long, view.state.selection.$from, false, view)).toBe(Slice.empty)
    select('here')
    paste('there')
    expect([shown.chosen, shown.markdown]).toEqual([['too long'], 'One there'])
  })

  it('counts the Markdown that a paste replaces, and a drop does not', async () => {
    const { shown, view, paste, drop } = await open(`[One](/${'a'.repeat(90_000)})`)
    const long = 'word '.repeat(6000).trim()
    view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
    drop(long, '')
    expect(shown.chosen).toEqual(['too long'])
    paste(long)
    expect([shown.chosen, shown.markdown]).toEqual([['too long'], long])
  })

  it('replaces an empty list item with a pasted list', async () => {
    const { view, shown, press, paste, type, nextChange } = await open('- a\n- b')
    view.dispatch(
      view.state.tr.setSelection(TextSelection.create(view.state.doc, view.state.doc.child(0).nodeSize - 3)),
    )
    press('Enter')
    const changed = nextChange()
    paste('', '<ul><li>one</li><li>two</li></ul>')
    await changed
    type('!')
    expect(shown.markdown).toBe('- a\n- b\n- one\n- two!')
  })

  it('replaces an empty list item with a copied list', async () => {
    const { view, shown, press, paste, type } = await open('- a\n- b')
    const { dom, text } = view.serializeForClipboard(new AllSelection(view.state.doc).content())
    view.dispatch(
      view.state.tr.setSelection(TextSelection.create(view.state.doc, view.state.doc.child(0).nodeSize - 3)),
    )
    press('Enter')
    paste(text, dom.innerHTML)
    type('!')
    expect(shown.markdown).toBe('- a\n- b\n- a\n- b!')
  })

  it.each(['paste', 'drop'] as const)('cleans text of other ProseMirror editors on %s', async (kind) => {
    const { view, shown, [kind]: bring, nextChange } = await open('One')
    view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)))
    const changed = nextChange()
    const link = '<a href="javascript:alert(1)">two</a> <a href="https://a.example/">three</a>'
    bring('', `<h1 data-pm-slice="1 1 []">Part</h1><p>${link}<img src="data:image/png;base64,AA"></p>`)
    await changed
    expect(shown.markdown).toBe('One\n\n## Part\n\ntwo [three](https://a.example/)')
  })

  it.each([
    ['<details>Two</details>', '<p><b>a</b> b</p>', '**a** b'],
    ['---', '<p>a</p>', 'a'],
    ['```\nTwo\n```', '<p>a</p>', 'a'],
    ['![Two](/two.png "Two")', '<p>a</p>', 'a'],
    ['| A |\n| --- |\n| Two |', '<p>a</p>', 'a'],
    ['Two', '<h2>a</h2><p>b</p>', '## a\n\nb'],
  ])('drops text before %j', async (block, html, markdown) => {
    const { shown, drop, nextChange, type } = await open(`One\n\n${block}`)
    const changed = nextChange()
    drop('', html, 5)
    await changed
    expect(shown.markdown).toBe(`One\n\n${markdown}\n\n${block}`)
    type('!')
    expect(shown.markdown).toBe(`One\n\n${markdown}!\n\n${block}`)
  })

  it('drops text into a line, and blocks next to it', async () => {
    const { shown, select, drop, nextChange } = await open('One two\n\n| A |\n| --- |\n| B |')
    for (const [text, html] of [
      ['two', '<i>a</i>'],
      ['wo', '<h2>a</h2><p>b</p>'],
      ['B', '<h2>c</h2>'],
    ] as const) {
      select(text)
      const changed = nextChange()
      drop('', html)
      await changed
    }
    expect(shown.markdown).toBe('One *a*two\n\n## a\n\nb\n\n| A |\n| --- |\n| cB |')
  })

  it.each([
    ['javascript', 'a = 2\r\n  *b*\r\n', 'One\n\n```javascript\na = 2\n  *b*\n```'],
    ['javascript', '*a_b*', 'One \\*a_b\\*'],
    ['typescriptreact', 'const a = 1\nconst b = <p />', 'One\n\n```tsx\nconst a = 1\nconst b = <p />\n```'],
    ['markdown', '*a*\n\n- b', 'One\n\n*a*\n\n- b'],
  ])('pastes code of a code editor in %s: %j', async (mode, code, markdown) => {
    const { shown, select, paste } = await open('One here')
    select('here')
    const html = `<div><span style="color:#00f">${code}</span></div>`
    paste(code, html, { 'vscode-editor-data': JSON.stringify({ version: 1, mode }) })
    expect(shown.markdown).toBe(markdown)
  })

  it.each([
    ['![A flag](/flag.png "Raised")', 'One\n\n![A flag](/flag.png "Raised")'],
    ['## Part\n\nText', 'One\n\n## Part\n\nText'],
    ['**two** three', 'One **two** three'],
  ])('pastes %j as plain text', async (text, markdown) => {
    const { shown, select, view } = await open('One here')
    select('here')
    const { $from } = view.state.selection
    const parse = view.someProp('clipboardTextParser')
    const slice = parse?.(text, $from, true, view)
    if (slice) view.dispatch(view.state.tr.replaceSelection(slice))
    expect(shown.markdown).toBe(markdown)
  })

  it('moves an image out of its paragraph to caption it, except in a list', async () => {
    const { shown, view } = await open('One ![a](/a.png) two\n\n- ![b](/b.png)')
    savePicture(view, 5, { src: '/a.png', alt: 'a', caption: 'First' })
    expect(shown.markdown).toBe('One  two\n\n![a](/a.png "First")\n\n- ![b](/b.png)')
    const inList: number[] = []
    view.state.doc.descendants(({ type }, pos) => void (type.name === 'image' && inList.push(pos)))
    savePicture(view, inList[0] ?? 0, { src: '/b.png', alt: 'b', caption: 'Second' })
    expect(shown.markdown).toMatch(/- !\[b\]\(\/b.png "Second"\)$/)
  })

  it.each([
    ['<figure>\n<img src="/a.png" alt="A">\n<figcaption>Up &amp; away</figcaption>\n</figure>', 'picture'],
    ['<figure><img src="/a.png"><figcaption><a href="/b">Source</a></figcaption></figure>', 'source'],
    ['<figure><a href="/b"><img src="/a.png"></a></figure>', 'source'],
    ['<img src="/a.png" width="300">', 'source'],
  ])('edits %j as a %s', async (source, kind) => {
    const { shown, editor, view } = await open(`Text\n\n${source}`)
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, 6)))
    const context = selectionContext(editor.ctx, view.state.selection)
    expect(context?.kind).toBe(kind)
    if (context?.kind !== 'picture') return
    savePicture(view, 6, { ...context.picture, alt: 'B' })
    expect(shown.markdown).toBe('Text\n\n![B](/a.png "Up & away")')
  })

  it.each([1, 3, 5, 7, 10])('starts near line %i, and returns to it', async (line) => {
    const { editor } = await open('# One\n\nTwo\n\nThree\n\n- a\n- b\n- c\n- d\n')
    expect(editor.line()).toBe(1)
    const { editor: moved } = await open('# One\n\nTwo\n\nThree\n\n- a\n- b\n- c\n- d\n', line)
    expect(Math.abs(moved.line() - line)).toBeLessThanOrEqual(1)
  })

  describe('finds and replaces', () => {
    const sails = 'A sail\n\n<div>Sail <b>sail</b></div>\n\nOne <kbd>sail</kbd> more\n\nThe last sail'
    async function openFind(
      options: { search?: string; replace?: string; regexp?: boolean; literal?: boolean } = {},
      text = sails,
    ) {
      const { view, shown, press } = await open(text)
      const query = new SearchQuery({ search: 'sail', replace: 'rope', ...options })
      view.dispatch(setSearchState(view.state.tr, query))
      const run = (command: typeof findNext) => command(view.state, view.dispatch, view)
      const selected = () => {
        const { selection } = view.state
        return selection instanceof NodeSelection
          ? selection.node.attrs['value']
          : view.state.doc.textBetween(selection.from, selection.to)
      }
      return { view, query, shown, press, run, selected }
    }

    it('in the text and in what is shown as its source, in their order', async () => {
      const { view, query, run, selected } = await openFind()
      expect(findMatches(query, view.state)).toHaveLength(4)
      const steps = [1, 2, 3, 4, 5].map(() => run(findNext) && selected())
      expect(steps).toEqual(['sail', '<div>Sail <b>sail</b></div>', '<kbd>sail</kbd>', 'sail', 'sail'])
      run(findPrevious)
      run(findPrevious)
      expect(selected()).toBe('<kbd>sail</kbd>')
      const exact = new SearchQuery({ search: 'Sail', caseSensitive: true })
      expect(findMatches(exact, view.state)).toHaveLength(1)
      expect(findMatches(new SearchQuery({ search: 'x*', regexp: true }), view.state)).toHaveLength(0)
    })

    it('one after the other', async () => {
      const { shown, run, selected } = await openFind()
      run(replaceNext)
      run(replaceNext)
      expect([shown.markdown, selected()]).toEqual([
        sails.replace('A sail', 'A rope'),
        '<div>Sail <b>sail</b></div>',
      ])
      run(replaceNext)
      expect(shown.markdown).toBe(
        sails.replace('A sail', 'A rope').replace('Sail <b>sail</b>', 'rope <b>rope</b>'),
      )
    })

    it('all at once, as one step', async () => {
      const { shown, run, press } = await openFind()
      expect(run(replaceEverywhere)).toBe(true)
      expect(shown.markdown).toBe(sails.replaceAll(/sail/gi, 'rope'))
      press('z', { ctrlKey: true })
      expect(shown.markdown).toBe(sails)
    })

    it('with a literal dollar sign', async () => {
      const { shown, run, press } = await openFind(
        { search: 'price', replace: '$100 or $& or $$', literal: true },
        'The price and the pr**ice**\n\n## A price',
      )
      run(replaceEverywhere)
      expect(shown.markdown).toBe('The $100 or $& or $$ and the $100 or $& or $$\n\n## A $100 or $& or $$')
      press('z', { ctrlKey: true })
      run(replaceNext)
      run(replaceNext)
      expect(shown.markdown).toBe('The $100 or $& or $$ and the pr**ice**\n\n## A price')
    })

    it('with a dollar sign before a group, which keeps its format', async () => {
      const { shown, run } = await openFind(
        { search: '(\\d+) dollars', replace: '$$$1', regexp: true },
        'It costs 12 dollars or **34** dollars',
      )
      run(replaceEverywhere)
      expect(shown.markdown).toBe('It costs $12 or **$34**')
    })

    it('inside of inline code', async () => {
      const { shown, run } = await openFind(
        { search: 'foo', replace: 'bar' },
        'x `foo` y, [foo](/a) and `a foo`',
      )
      run(replaceEverywhere)
      expect(shown.markdown).toBe('x `bar` y, [bar](/a) and `a bar`')
    })

    it('with groups of a regular expression', async () => {
      const { shown, run } = await openFind({
        search: '<(b|kbd)>(sail)',
        replace: '<$1>the $2',
        regexp: true,
      })
      run(replaceEverywhere)
      expect(shown.markdown).toBe(sails.replaceAll(/<(b|kbd)>sail/g, '<$1>the sail'))
    })
  })
})
