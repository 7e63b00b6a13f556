import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { DescribedImage } from './images.ts'

class Placeholder extends WidgetType {
  private readonly name: string

  constructor(name: string) {
    super()
    this.name = name
  }

  toDOM() {
    const element = document.createElement('span')
    element.className = 'editor-upload'
    element.textContent = `Uploading ${this.name} …`
    return element
  }
}

const show = StateEffect.define<{ placeholder: Placeholder; at: number }>()
const remove = StateEffect.define<Placeholder>()

/** Placeholders are no text, so that they are neither undone nor saved. */
const uploads = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects }) =>
    effects.reduce((next, effect) => {
      if (effect.is(remove))
        return next.update({ filter: (_from, _to, { spec }) => spec.widget !== effect.value })
      if (!effect.is(show)) return next
      const { placeholder, at } = effect.value
      return next.update({ add: [Decoration.widget({ widget: placeholder, side: -1 }).range(at)] })
    }, shown.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
})

function placeOf({ state }: EditorView, placeholder: Placeholder): number | null {
  for (let cursor = state.field(uploads).iter(); cursor.value; cursor.next())
    if (cursor.value.spec.widget === placeholder) return cursor.from
  return null
}

/** Shows a placeholder while the image is uploaded; null removes it. */
export async function insertImage(
  view: EditorView,
  file: File,
  upload: () => Promise<DescribedImage | null>,
): Promise<void> {
  const placeholder = new Placeholder(file.name)
  const { from, to } = view.state.selection.main
  view.dispatch({
    changes: { from, to },
    effects: [StateEffect.appendConfig.of(uploads), show.of({ placeholder, at: from })],
    scrollIntoView: true,
    userEvent: 'input.image',
  })
  const image = await upload()
  const { state } = view
  const at = placeOf(view, placeholder)
  const effects = remove.of(placeholder)
  if (!image || at === null) return view.dispatch({ effects })
  const before = state.sliceDoc(state.doc.lineAt(at).from, at).trim() === '' ? '' : '\n\n'
  const alt = image.alt.trim().replace(/[[\]\\]/g, '\\$&')
  const changes = state.changes({ from: at, insert: `${before}![${alt}](${image.url})\n\n` })
  view.dispatch({ changes, effects, selection: state.selection.map(changes, 1), userEvent: 'input.image' })
}
