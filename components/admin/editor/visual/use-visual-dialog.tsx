import { useState, type RefObject } from 'react'
import { toast } from 'sonner'
import { linkRange, replaceSource, setLink } from './commands.ts'
import { LinkDialog, PictureDialog, SourceDialog, type LinkValue } from './dialogs.tsx'
import type { Picture } from './figure.ts'
import { savePicture } from './pictures.ts'
import { selectionContext } from './selection-context.ts'
import type { VisualEditor } from './visual-editor.ts'

type OpenDialog =
  | { dialog: 'link'; value: LinkValue }
  | { dialog: 'picture'; pos: number; value: Picture }
  | { dialog: 'source'; pos: number; value: string }

interface VisualDialogProps {
  open: OpenDialog
  onSave: (write: (editor: VisualEditor) => void) => void
  onClose: () => void
  onClosed: () => void
}

function VisualDialog({ open, onSave, ...closing }: VisualDialogProps) {
  switch (open.dialog) {
    case 'link':
      return (
        <LinkDialog
          value={open.value}
          onSave={({ href, text }) =>
            onSave(({ ctx, view }) => void setLink(ctx, href, text ?? '')(view.state, view.dispatch))
          }
          {...closing}
        />
      )
    case 'picture':
      return (
        <PictureDialog
          value={open.value}
          onSave={(picture) => onSave(({ view }) => savePicture(view, open.pos, picture))}
          {...closing}
        />
      )
    case 'source':
      return (
        <SourceDialog
          value={open.value}
          onSave={(source) => onSave((editor) => replaceSource(editor, open.pos, source))}
          {...closing}
        />
      )
  }
}

export function useVisualDialog(current: RefObject<VisualEditor | null>, onClosed: () => void) {
  const [open, setOpen] = useState<OpenDialog | null>(null)

  const editLink = () => {
    if (!current.current) return
    const { ctx, view } = current.current
    if (!setLink(ctx, '/', '')(view.state)) return void toast.info('Link cannot be used here.')
    const { empty, href } = linkRange(ctx, view.state.selection)
    setOpen({ dialog: 'link', value: { href, text: empty ? '' : null } })
  }

  const editSelected = () => {
    if (!current.current) return
    const { ctx, view } = current.current
    const selected = selectionContext(ctx, view.state.selection)
    if (selected?.kind === 'link') editLink()
    else if (selected?.kind === 'picture')
      setOpen({ dialog: 'picture', pos: selected.pos, value: selected.picture })
    else if (selected?.kind === 'source')
      setOpen({ dialog: 'source', pos: selected.pos, value: selected.source })
  }

  const save = (write: (editor: VisualEditor) => void) => {
    if (!current.current?.view.editable)
      return void toast.error('Someone else has taken over, so this was not changed. Copy your text first.')
    setOpen(null)
    write(current.current)
  }

  return {
    editLink,
    editSelected,
    dialog: open && (
      <VisualDialog open={open} onSave={save} onClose={() => setOpen(null)} onClosed={onClosed} />
    ),
  }
}
