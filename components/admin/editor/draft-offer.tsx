import { Button } from '#components/ui/button.tsx'
import { wordCount } from '#lib/blog/reading-time.ts'
import type { KeptDraft } from './kept-draft.ts'
import { inWords } from './texts.ts'

interface DraftOfferProps {
  draft: KeptDraft
  /** The post was saved after this draft was begun. */
  outdated: boolean
  onRestore: () => void
  onDiscard: () => void
}

/** Text that was typed here and never saved. It waits for an answer before anything else is typed. */
export function DraftOffer({ draft, outdated, onRestore, onDiscard }: DraftOfferProps) {
  const { title, content } = draft.fields
  const words = wordCount(content)
  return (
    <section aria-label="Unsaved text" className="editor-offer">
      <div role="alert" className="min-w-0 grow basis-80">
        <p className="font-semibold">This browser kept unsaved text from {inWords(draft.at)}.</p>
        <p className="mt-1 text-sm break-words">
          {title.trim() ? `“${title.trim()}”` : 'Without a title'}, {words.toLocaleString('en-US')}{' '}
          {words === 1 ? 'word' : 'words'}.
          {outdated &&
            ' The post was saved by someone since then: restoring shows your text, and saving it will ask before it replaces theirs.'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="plain" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
