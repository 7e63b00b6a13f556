import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import type { DescribedImage } from '../../media/images.ts'
import { insertPicture } from './pictures.ts'

interface Upload {
  file: File
  at: number
}

/** `end` is the position after the inserted image, null without one. */
type Step = { begun: Upload } | { file: File; end: number | null }

const key = new PluginKey<Upload[]>('uploads')

function placeholder(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'editor-upload'
  element.textContent = `Uploading ${name} …`
  return element
}

function isSamePlace(doc: Node, a: number, b: number): boolean {
  const place = doc.resolve(a)
  return a === b || (place.depth > 0 && place.sameParent(doc.resolve(b)))
}

function advance(uploads: Upload[], step: Step, doc: Node): Upload[] {
  if ('begun' in step) return [...uploads, step.begun]
  const { file, end } = step
  const index = uploads.findIndex((upload) => upload.file === file)
  const [earlier, own, later] = [uploads.slice(0, index), uploads[index], uploads.slice(index + 1)]
  if (!own || end === null) return [...earlier, ...later]
  const move = (upload: Upload) =>
    isSamePlace(doc, own.at, upload.at) ? { ...upload, at: Math.max(upload.at, end) } : upload
  return [...earlier, ...later.map(move)]
}

/** Shows a placeholder for an image while it is uploaded. The decorations of ProseMirror would be lost with their paragraph. */
export const uploads = () =>
  new Plugin<Upload[]>({
    key,
    state: {
      init: () => [],
      apply: (transaction, shown) => {
        const mapped = shown.map(({ file, at }) => ({ file, at: transaction.mapping.map(at, -1) }))
        const step: Step | undefined = transaction.getMeta(key)
        return step ? advance(mapped, step, transaction.doc) : mapped
      },
    },
    props: {
      decorations: (state) => {
        const widgets = key
          .getState(state)
          ?.map(({ file, at }) =>
            Decoration.widget(at, () => placeholder(file.name), { side: -1, key: file.name }),
          )
        return DecorationSet.create(state.doc, widgets ?? [])
      },
    },
  })

export async function insertImage(
  view: EditorView,
  file: File,
  upload: () => Promise<DescribedImage | null>,
): Promise<void> {
  const send = (step: Step) => view.dispatch(view.state.tr.setMeta(key, step))
  send({ begun: { file, at: view.state.selection.from } })
  let end: number | null = null
  try {
    const image = await upload()
    const at = key.getState(view.state)?.find((other) => other.file === file)?.at
    if (image && at !== undefined && !view.isDestroyed && view.editable)
      end = insertPicture(view, at, { src: image.url, alt: image.alt.trim(), caption: '' })
  } finally {
    if (!view.isDestroyed) send({ file, end })
  }
}
