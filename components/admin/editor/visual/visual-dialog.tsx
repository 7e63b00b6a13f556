import { LinkDialog, PictureDialog, SourceDialog, type LinkValue } from './dialogs.tsx'
import type { Picture } from './figure.ts'

export type OpenDialog =
  | { dialog: 'link'; value: LinkValue }
  | { dialog: 'picture'; pos: number; value: Picture }
  | { dialog: 'source'; pos: number; value: string }

interface VisualDialogProps {
  open: OpenDialog
  onClose: () => void
  onClosed: () => void
  onSaveLink: (link: LinkValue) => void
  onSavePicture: (pos: number, picture: Picture) => void
  onSaveSource: (pos: number, source: string) => void
}

export function VisualDialog({ open, onClose, onClosed, ...on }: VisualDialogProps) {
  const closing = { onClose, onClosed }
  switch (open.dialog) {
    case 'link':
      return (
        <LinkDialog
          value={open.value}
          onSave={(link) => {
            onClose()
            on.onSaveLink(link)
          }}
          {...closing}
        />
      )
    case 'picture':
      return (
        <PictureDialog
          value={open.value}
          onSave={(picture) => {
            onClose()
            on.onSavePicture(open.pos, picture)
          }}
          {...closing}
        />
      )
    case 'source':
      return (
        <SourceDialog
          value={open.value}
          onSave={(source) => {
            onClose()
            on.onSaveSource(open.pos, source)
          }}
          {...closing}
        />
      )
  }
}
