import { StateEffect, StateField, type EditorState } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { escapeLinkText } from '#contract/markdown-links.ts'
import type { DescribedImage } from '../media/images.ts'

let created = 0

class Placeholder extends WidgetType {
  readonly number = ++created
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

/** A decoration is not part of the text, so it is neither undone nor saved. */
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

function listPlaceholders(state: EditorState) {
  const found: { placeholder: Placeholder; at: number }[] = []
  for (let cursor = state.field(uploads).iter(); cursor.value; cursor.next())
    found.push({ placeholder: cursor.value.spec.widget, at: cursor.from })
  return found
}

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
  const shown = listPlaceholders(state)
  const at = shown.find((other) => other.placeholder === placeholder)?.at
  if (!image || at === undefined) return view.dispatch({ effects: remove.of(placeholder) })
  const before = state.sliceDoc(state.doc.lineAt(at).from, at).trim() === '' ? '' : '\n\n'
  const alt = escapeLinkText(image.alt.trim())
  const insert = `${before}![${alt}](${image.url})\n\n`
  const changes = state.changes({ from: at, insert })
  // Images that were added later at the same place follow this one.
  const later = shown.filter((other) => other.at === at && other.placeholder.number > placeholder.number)
  const effects = [
    remove.of(placeholder),
    ...later.flatMap((other) => [
      remove.of(other.placeholder),
      show.of({ placeholder: other.placeholder, at: at + insert.length }),
    ]),
  ]
  view.dispatch({ changes, effects, selection: state.selection.map(changes, 1), userEvent: 'input.image' })
}
