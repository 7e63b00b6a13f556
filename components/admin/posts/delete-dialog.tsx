import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { deleteQuestion } from './change-texts.ts'
import type { SelectedPost } from './changes.ts'

export interface Deletion {
  posts: SelectedPost[]
  bulk: boolean
  forever: boolean
}

interface DeleteDialogProps {
  deletion: Deletion | null
  onConfirm: (deletion: Deletion) => void
  onClose: () => void
}

export const DeleteDialog = ({ deletion, onConfirm, onClose }: DeleteDialogProps) => (
  <ConfirmDialog
    open={deletion !== null}
    title={!deletion || deletion.bulk ? 'Delete blog posts' : `Delete “${deletion.posts[0]?.title}”`}
    question={deletion ? deleteQuestion({ ...deletion, posts: deletion.posts.length }) : ''}
    confirmLabel={deletion?.forever ? 'Delete permanently' : 'Delete'}
    destructive
    onConfirm={() => deletion && onConfirm(deletion)}
    onClose={onClose}
  />
)
