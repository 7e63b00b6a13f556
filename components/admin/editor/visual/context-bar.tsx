import { addColAfterCommand, addRowAfterCommand } from '@milkdown/kit/preset/gfm'
import { deleteColumn, deleteRow, deleteTable } from '@milkdown/kit/prose/tables'
import type { Command } from '@milkdown/kit/prose/state'
import { callCommand } from '@milkdown/kit/utils'
import * as Toolbar from 'radix-ui/toolbar'
import { useLock } from '../presence/lock.tsx'
import type { SelectionContext } from './selection-context.ts'
import { removeLink } from './commands.ts'
import { visualHelpId, type VisualEditor } from './visual-editor.ts'

interface ContextBarProps {
  editor: VisualEditor
  context: SelectionContext | null
  onEdit: () => void
}

function TableTools({ editor, canDelete }: { editor: VisualEditor; canDelete: boolean }) {
  const { ctx, view } = editor
  const run = (command: Command) => () => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const call = (name: string) => () => {
    callCommand(name)(ctx)
    view.focus()
  }
  return (
    <>
      <Tool label="Add row" onClick={call(addRowAfterCommand.key.name)} />
      <Tool label="Add column" onClick={call(addColAfterCommand.key.name)} />
      <Tool label="Delete row" disabled={!canDelete} onClick={run(deleteRow)} />
      <Tool label="Delete column" onClick={run(deleteColumn)} />
      <Tool label="Delete table" onClick={run(deleteTable)} />
    </>
  )
}

const Tool = ({ label, ...rest }: { label: string; disabled?: boolean; onClick: () => void }) => (
  <Toolbar.Button className="visual-tool" {...rest}>
    {label}
  </Toolbar.Button>
)

/** For screen readers, which do not announce a selection that has no text. */
function describeSelected(context: SelectionContext | null): string {
  if (context?.kind === 'source') return 'Source selected. Press Enter to edit it.'
  return context?.kind === 'picture' ? `Image: ${context.picture.alt || 'no alternative text'}` : ''
}

/** Edits the element around the cursor. In tab order it is between the toolbar and the text. */
export function ContextBar({ editor, context, onEdit }: ContextBarProps) {
  const { ctx, view } = editor
  const { locked } = useLock()
  if (locked) return null
  return (
    <Toolbar.Root aria-label="Selection" className="visual-context">
      <p id={visualHelpId} className={context ? 'sr-only' : undefined}>
        Type / for blocks and [[ for a link to a post. Esc, then Tab leaves the text.
      </p>
      <p role="status" className="sr-only">
        {describeSelected(context)}
      </p>
      {context?.kind === 'table' && <TableTools editor={editor} canDelete={context.canDelete} />}
      {context?.kind === 'code' && (
        <label className="flex items-center gap-2">
          Language
          <input
            className="control visual-language"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={context.language}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              view.focus()
            }}
            onChange={({ target }) =>
              view.dispatch(
                view.state.tr.setNodeAttribute(context.pos, 'language', target.value.replace(/[\s`]/g, '')),
              )
            }
          />
        </label>
      )}
      {context?.kind === 'picture' && <Tool label="Edit image" onClick={onEdit} />}
      {context?.kind === 'source' && <Tool label="Edit source" onClick={onEdit} />}
      {context?.kind === 'link' && (
        <>
          <Tool label="Edit link" onClick={onEdit} />
          <Tool
            label="Remove link"
            onClick={() => {
              removeLink(ctx)(view.state, view.dispatch)
              view.focus()
            }}
          />
          <p className="truncate">{context.href}</p>
        </>
      )}
    </Toolbar.Root>
  )
}
