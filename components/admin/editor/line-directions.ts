import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { rtlOf } from '#lib/text-direction.ts'

const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } })

function decorate({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    for (let position = from; position <= to;) {
      const line = doc.lineAt(position)
      if (rtlOf(line.text)) found.add(line.from, line.from, rightToLeft)
      position = line.to + 1
    }
  return found.finish()
}

/** Aligns lines in Arabic or Hebrew to the right, and lets the cursor move in their direction. */
export const lineDirections = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorate(view)
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = decorate(view)
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
]
