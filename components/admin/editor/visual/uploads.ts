import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import type { DescribedImage } from '../images.ts'
import { insertPicture } from './pictures.ts'

type Step = { id: object; at: number; name: string } | { id: object; at: null }

const key = new PluginKey<DecorationSet>('uploads')

function placeholder(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'editor-upload'
  element.textContent = `Uploading ${name} …`
  return element
}

/** Shows a placeholder for an image while it is uploaded. */
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

/** Shows a placeholder while the image is uploaded; null removes it. */
export async function insertImage(
  view: EditorView,
  file: File,
  upload: () => Promise<DescribedImage | null>,
): Promise<void> {
  const id = {}
  const send = (step: Step) => view.dispatch(view.state.tr.setMeta(key, step))
  send({ id, at: view.state.selection.from, name: file.name })
  try {
    const image = await upload()
    const at = key.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]?.from
    if (image && at !== undefined && !view.isDestroyed && view.editable)
      insertPicture(view, at, { src: image.url, alt: image.alt.trim(), caption: '' })
  } finally {
    if (!view.isDestroyed) send({ id, at: null })
  }
}
