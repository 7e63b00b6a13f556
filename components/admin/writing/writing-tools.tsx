import type { ReactNode } from 'react'
import { openKeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { FocusMode } from './focus-mode.tsx'
import { Outline } from './outline.tsx'
import { WordGoal } from './word-goal.tsx'

interface WritingToolsProps {
  documentId: string | undefined
  children?: ReactNode
}

export const WritingTools = ({ documentId, children }: WritingToolsProps) => (
  <div className="writing-tools" role="group" aria-label="Writing tools">
    <Outline />
    <WordGoal documentId={documentId} />
    <FocusMode />
    {children}
    <button
      type="button"
      className="writing-tool pointer-coarse:hidden"
      aria-keyshortcuts="?"
      onClick={openKeyboardHelp}
    >
      Keyboard shortcuts
    </button>
  </div>
)
