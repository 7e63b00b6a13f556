import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { TextRange } from '#contract/markdown-scan.ts'

const mark = Decoration.mark({ class: 'note-passage' })
const setPassages = StateEffect.define<TextRange[]>()

/** Passages move with the text until they are updated. */
export const passageField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(setPassages))
        return Decoration.set(
          effect.value.map(({ from, to }) => mark.range(from, to)),
          true,
        )
    return shown.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

export function showPassages(view: EditorView, passages: TextRange[]) {
  const { length } = view.state.doc
  view.dispatch({ effects: setPassages.of(passages.filter(({ from, to }) => from < to && to <= length)) })
}
