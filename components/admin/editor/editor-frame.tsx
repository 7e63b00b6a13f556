import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { isFocusWithin } from '../ui/focus.ts'
import { ConflictDialog, type Compared } from './conflict-dialog.tsx'
import type { DocumentFields, StoredDocument } from './document.ts'
import type { Merged } from './merge/merge-document.ts'
import { useIsChangedElsewhere, useNewest } from './presence/use-newest.ts'
import { SaveBar } from './save-bar.tsx'
import type { DocumentForm } from './use-document-form.ts'
import { usesWorkingCopy } from './working-copy/requests.ts'
import { DiscardChanges } from './working-copy/discard-changes.tsx'

interface EditorFrameProps<Fields extends DocumentFields> {
  editor: DocumentForm<Fields>
  compared: Compared<Fields>
  historyPath?: string | undefined
  isScheduling?: boolean
  isScheduled?: boolean
  scheduleFailure?: string | undefined
  onUseTheirs: (theirs: StoredDocument<Fields>) => void
  onMerged: (merged: Merged<Fields>) => void
  focusTitle: () => void
  children: ReactNode
}

export function EditorFrame<Fields extends DocumentFields>(props: EditorFrameProps<Fields>) {
  const { editor, compared, historyPath, onUseTheirs, onMerged, focusTitle, children } = props
  const { kind, start, stored, draft, guard, conflict, confirmingOffline } = editor

  const backupText =
    draft.backup === 'failed'
      ? 'This browser has no room for a backup, so they will be lost.'
      : 'A backup stays in this browser and is offered when you come back.'

  const isNewer = useIsChangedElsewhere(stored, editor.savedAt)
  useNewest({ editor, onNewer: onUseTheirs, focus: focusTitle })
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!conflict && !confirmingOffline && !guard.confirming) editor.saveInPlace()
  })
  const takeFocus = useEffectEvent(() => {
    if (start.restored || (!start.stored && isFocusWithin(null))) focusTitle()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onShortcut(event)
    window.addEventListener('keydown', listen)
    takeFocus()
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <form
        method="post"
        noValidate
        aria-label={kind.label}
        className="editor"
        onSubmit={(event) => {
          event.preventDefault()
          editor.submit()
        }}
      >
        <SaveBar
          kind={kind}
          draftId={start.draftId}
          historyPath={historyPath}
          isScheduling={props.isScheduling}
          isScheduled={props.isScheduled}
          scheduleFailure={props.scheduleFailure}
          stored={stored}
          dirty={editor.dirty}
          locked={editor.locked}
          backup={draft.backup}
          savedAt={editor.savedAt}
          saveWaits={editor.saveWaits}
          progress={editor.progress}
          publishBlock={editor.publishBlock}
          onDraft={() => editor.submit(false)}
          onSave={editor.saveInPlace}
          onPublish={editor.publish}
          isChangedElsewhere={isNewer && !editor.mayBeStored}
          autosaveProblem={editor.autosave.problem}
          discard={<DiscardChanges editor={editor} onDiscarded={onUseTheirs} />}
          onPreview={draft.backUp}
        />
        {/* Makes Enter in a text field submit the form. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        <div inert={editor.isLeaving} className="contents">
          {children}
        </div>
      </form>
      <ConfirmDialog
        open={confirmingOffline}
        title={`Take this ${kind.noun} offline?`}
        question={`This ${kind.noun} is live. Saving it as a draft takes it off the site until it is published again.`}
        confirmLabel={usesWorkingCopy(stored) ? 'Unpublish' : 'Save as draft'}
        onClose={editor.keepOnline}
        onConfirm={editor.takeOffline}
      />
      <ConfirmDialog
        open={guard.confirming}
        title="Leave without saving?"
        question={`This ${kind.noun} has ${editor.dirty ? 'unsaved changes' : 'an unsaved note'}. ${backupText}`}
        confirmLabel="Leave"
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
      {conflict && (
        <ConflictDialog
          kind={kind}
          conflict={conflict}
          merging={editor.toMerge(conflict)}
          compared={compared}
          onClose={editor.closeConflict}
          onUseTheirs={() =>
            void editor.takeTheirs(conflict).then((taken) => {
              if (taken) onUseTheirs(taken)
            })
          }
          onMerged={(merged) => {
            onMerged(merged)
            editor.leave()
          }}
          onOverwrite={() => void editor.save(conflict.mine, conflict.theirs)}
        />
      )}
    </>
  )
}
