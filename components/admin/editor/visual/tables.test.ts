import { beforeAll, describe, expect, it } from '@jest/globals'
import { CellSelection, cellAround } from '@milkdown/kit/prose/tables'
import { openDom } from './testing/codec.ts'
import { open } from './testing/editor.ts'

beforeAll(openDom)

const table = '| Name | Price |\n| --- | --- |\n| Rope | 10 |'

const openTable = () => open(`Before\n\n${table}\n\nAfter`)

const written = (rows: string) => `Before\n\n${rows}\n\nAfter`

describe('a cell of a table', () => {
  it.each([
    ['## Part\n\nOne **two**', 'Part One **two**'],
    ['- one\n- two\n  - three', 'one two three'],
    ['One\ntwo  \nthree\n\nfour', 'One two three four'],
    ['```\na | b\nc\n```', 'a \\| b c'],
    ['Text\n\n| A | B |\n| --- | --- |\n| 1 | 2 |', 'Text A B 1 2'],
    ['One\n\n---\n\n![A](/a.png "Up")', 'One ![A](/a.png "Up")'],
    ['<div>\nHTML\n</div>', '\\<div> HTML \\</div>'],
    ['<kbd>a\nb</kbd> c', '<kbd>a b</kbd> c'],
  ])('takes the text of pasted blocks: %j', async (text, cell) => {
    const { shown, select, paste } = await openTable()
    select('Rope')
    paste(text)
    expect(shown.markdown).toBe(written(table.replace('Rope', cell)))
  })

  it('takes the text of formatted blocks', async () => {
    const { shown, select, paste, nextChange } = await openTable()
    select('Price')
    paste('', '<h2>Part</h2><ul><li>one</li><li><b>two</b><br>three</li></ul>')
    await nextChange()
    expect(shown.markdown).toBe(written(table.replace('Price', 'Part one **two** three')))
  })

  it('takes blocks that were copied in the editor', async () => {
    const { shown, select, paste } = await openTable()
    select('Rope')
    paste('', '<h2 data-pm-slice="1 1 []" data-halyard-markdown="">Part</h2><p>one</p>')
    expect(shown.markdown).toBe(written(table.replace('Rope', 'Part one')))
  })

  it.each([
    ['Name', '| 1 | 2 |\n| --- | --- |\n| 3 | 4 |'],
    ['Rope', '| Name | Price |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
    ['10', '| Name | Price | |\n| --- | --- | :--- |\n| Rope | 1 | 2 |\n| | 3 | 4 |'],
  ])('%s is the first that pasted cells replace', async (text, expected) => {
    const { shown, select, paste, view } = await openTable()
    select(text)
    const cell = cellAround(view.state.selection.$from)
    if (cell) view.dispatch(view.state.tr.setSelection(CellSelection.create(view.state.doc, cell.pos)))
    paste('| 1 | 2 |\n| --- | --- |\n| 3 | 4 |')
    expect(shown.markdown).toBe(written(expected))
  })

  it.each(['Heading 2', 'Bulleted list', 'Numbered list', 'Quote'] as const)(
    'cannot be a %s',
    async (name) => {
      const { shown, select, run } = await openTable()
      select('Rope')
      expect(run(name)).toBe(false)
      expect(shown.markdown).toBe(written(table))
    },
  )

  it('stays whole when blocks are inserted', async () => {
    const { editor, shown, select, run, type, view } = await openTable()
    select('Rope')
    type('---')
    type('/')
    expect(shown.menu).toBeNull()
    select('10')
    editor.commands.divider(view.state, view.dispatch)
    select('10')
    editor.commands.taskList(view.state, view.dispatch)
    select('10')
    run('Table')
    const rows = table.replace('Rope', '---/')
    expect(shown.markdown).toBe(
      written(`${rows}\n\n| Column 1 | Column 2 |\n| --- | --- |\n| | |\n\n- [ ]\n\n---`),
    )
  })
})
