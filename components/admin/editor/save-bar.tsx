import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { formatTime } from '#lib/blog/dates.ts'
import { SharePreview } from '../previews/share-preview.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { DocumentKind, StoredDocument } from './document.ts'
import { useOnline } from './use-online.ts'
import type { Backup } from './use-unsaved-draft.ts'
import { ChangeButtons } from './working-copy/change-buttons.tsx'
import { changesState } from './working-copy/changes-state.ts'
import { hasWorkingCopy, usesWorkingCopy } from './working-copy/requests.ts'
import type { AutosaveProblem } from './working-copy/use-autosave.ts'

interface SaveBarProps {
  kind: Pick<DocumentKind<never>, 'noun' | 'api' | 'list' | 'paths'>
  draftId: string
  historyPath?: string | undefined
  isScheduling?: boolean | undefined
  isScheduled?: boolean | undefined
  scheduleFailure?: string | undefined
  stored: StoredDocument<unknown> | null
  dirty: boolean
  backup: Backup
  savedAt: string | null
  locked: boolean
  /** Whether a save starts by itself when the connection returns. */
  saveWaits: boolean
  /** From 0 to 1 during a save, otherwise null. */
  progress: number | null
  publishBlock: string | undefined
  onDraft: () => void
  onSave: () => void
  onPublish: () => void
  autosaveProblem: AutosaveProblem | null
  isChangedElsewhere: boolean
  discard: ReactNode
  onPreview: () => void
}

interface SaveState {
  text: string
  detail?: string | undefined
  /** Shows the detail on narrow screens, too. */
  isProblem?: boolean
}

function offlineState({ backup, saveWaits, stored }: SaveBarProps): SaveState {
  const isSavedLater = saveWaits || usesWorkingCopy(stored)
  const kept =
    backup === 'failed'
      ? 'This browser has no room for a backup: keep this page open'
      : 'Your text is kept in this browser'
  const detail = isSavedLater ? `${kept}, and is saved when the connection is back.` : `${kept}.`
  return { text: 'You are offline.', detail, isProblem: true }
}

/** Automatic saves tell by themselves that they met a change, and a text without a backup is in more danger. */
const isChangeShown = ({ isChangedElsewhere, locked, dirty, stored, backup }: SaveBarProps) =>
  isChangedElsewhere && !locked && !(dirty && (usesWorkingCopy(stored) || backup === 'failed'))

const changedState = ({ kind: { noun }, dirty }: SaveBarProps): SaveState => ({
  text: dirty ? 'Not saved yet.' : '',
  detail: `This ${noun} was changed elsewhere. ${dirty ? 'Save to compare.' : 'Reload the page to see it.'}`,
  isProblem: true,
})

function saveState(props: SaveBarProps, online: boolean): SaveState {
  const { dirty, backup, savedAt, progress, stored, locked, scheduleFailure, publishBlock } = props
  if (progress !== null) return { text: 'Saving…' }
  if (!online && dirty) return offlineState(props)
  if (isChangeShown(props)) return changedState(props)
  if (!dirty && !savedAt && scheduleFailure)
    return { text: 'Schedule failed.', detail: `${scheduleFailure}.`, isProblem: true }
  // Without the post, the writer cannot save to see a problem.
  const problem = locked ? null : props.autosaveProblem
  const changes = changesState({ stored, dirty, backup, savedAt, problem })
  if (publishBlock && !(dirty && (changes || backup === 'failed')))
    return { text: changes ? `${changes.text}.` : 'Not saved yet.', detail: publishBlock, isProblem: true }
  if (changes) return { ...changes, isProblem: dirty }
  if (!dirty) return { text: savedAt ? `Saved ${formatTime(savedAt)}` : '' }
  if (backup === 'failed')
    return { text: 'Not saved yet.', detail: 'This browser has no room for a backup.', isProblem: true }
  return backup
    ? { text: 'Not saved yet.', detail: `Backup in this browser, ${formatTime(backup)}` }
    : { text: 'Not saved yet' }
}

export function SaveBar(props: SaveBarProps) {
  const { kind, draftId, historyPath, stored, dirty, progress, onDraft, onPublish, onPreview } = props
  const isCopied = usesWorkingCopy(stored)
  const saving = progress !== null
  const online = useOnline()
  const stateId = useId()
  const { text, detail, isProblem } = saveState(props, online)
  const isQuiet = online && (dirty || isCopied) && !saving && !isChangeShown(props)
  const previewPath = `${kind.paths.preview}${stored?.id ?? 'new'}`
  return (
    <div className="editor-save-bar">
      <div className="editor-links">
        <SiteLink href={kind.list.href} className="link inline-flex min-h-11 items-center font-semibold">
          {kind.list.back}
        </SiteLink>
        {stored && (
          <StatusBadge status={stored.published ? 'published' : props.isScheduled ? 'scheduled' : 'draft'} />
        )}
        {(stored || dirty) && (
          <a
            href={dirty ? `${previewPath}?draft=${draftId}` : previewPath}
            target="_blank"
            className="link inline-flex min-h-11 items-center"
            onClick={onPreview}
          >
            Preview page<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        {stored && (
          <SharePreview
            api={`${kind.api}/${stored.id}`}
            noun={kind.noun}
            dirty={dirty}
            live={stored.published && !hasWorkingCopy(stored)}
          />
        )}
        {historyPath !== undefined && (
          <SiteLink href={historyPath} className="link inline-flex min-h-11 items-center">
            History
          </SiteLink>
        )}
        {props.discard}
      </div>
      <div className="editor-save">
        {/* Backups and automatic saves are not announced: they come while the author types. */}
        <p id={stateId} className="editor-state" aria-live={isQuiet ? 'off' : 'polite'}>
          {text}
          {detail && (
            <span className="editor-state-detail" data-problem={isProblem || undefined}>
              {' '}
              {detail}
            </span>
          )}
        </p>
        {saving && <progress aria-label="Upload" max={1} value={progress} className="editor-progress" />}
        {isCopied ? (
          <ChangeButtons
            published={stored.published}
            hasChanges={dirty || hasWorkingCopy(stored)}
            disabled={saving || props.locked}
            publishBlock={props.publishBlock && stateId}
            onSave={props.onSave}
            onPublish={onPublish}
          />
        ) : (
          <>
            <SaveButton
              label={props.isScheduling ? 'Schedule' : 'Save Draft'}
              variant="plain"
              effect={stored?.published && 'takes it offline'}
              disabled={saving || props.locked}
              onClick={onDraft}
            />
            <SaveButton
              label={props.isScheduling ? 'Publish Now' : 'Publish'}
              effect={stored?.published && `updates the live ${kind.noun}`}
              disabled={saving || props.locked}
              onClick={onPublish}
            />
          </>
        )}
      </div>
    </div>
  )
}

interface SaveButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'onClick'> {
  label: string
  /** Explains the button of a live post; hidden on phones for lack of space. */
  effect: string | false | undefined
  disabled: boolean
}

function SaveButton({ label, effect, disabled, ...rest }: SaveButtonProps) {
  const id = useId()
  return (
    <div className="grid justify-items-center">
      <Button {...rest} aria-disabled={disabled || undefined} aria-describedby={effect ? id : undefined}>
        {label}
      </Button>
      {effect && (
        <span id={id} className="editor-effect">
          {effect}
        </span>
      )}
    </div>
  )
}
