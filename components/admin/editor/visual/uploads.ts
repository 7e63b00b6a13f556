import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { uploadImage } from '../images.ts'
import { insertPicture } from './pictures.ts'

type Step = { id: object; at: number; name: string } | { id: object; at: null }

const key = new PluginKey<DecorationSet>('uploads')

function placeholder(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'visual-upload'
  element.textContent = `Uploading ${name} …`
  return element
}

/** Shows where an image will be while it is uploaded. */
export const uploads = () =>
  new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, shown) => {
        const mapped = shown.map(transaction.mapping, transaction.doc)
        const step: Step | undefined = transaction.getMeta(key)
        if (!step) return mapped
        if (step.at === null)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === step.id))
        return mapped.add(transaction.doc, [
          Decoration.widget(step.at, () => placeholder(step.name), { id: step.id }),
        ])
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

/** Uploads while the author describes the image; null removes it. Rejects with an ApiError. */
export async function insertImage(
  view: EditorView,
  file: File,
  describe: () => Promise<string | null>,
): Promise<void> {
  const id = {}
  const send = (step: Step) => view.dispatch(view.state.tr.setMeta(key, step))
  send({ id, at: view.state.selection.from, name: file.name })
  try {
    const [{ url }, alt] = await Promise.all([uploadImage(file), describe()])
    const at = key.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]?.from
    if (alt !== null && at !== undefined && !view.isDestroyed)
      insertPicture(view, at, { src: url, alt: alt.trim(), caption: '' })
  } finally {
    if (!view.isDestroyed) send({ id, at: null })
  }
}
