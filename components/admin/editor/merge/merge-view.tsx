import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Compared } from '../conflict-dialog.tsx'
import type { DocumentFields, DocumentKind } from '../document.ts'
import { FilePicture } from '../image-dialog.tsx'
import { fieldTexts } from './field-texts.ts'
import { applyChoices, listDecisions, mergeDocument } from './merge-document.ts'
import type { Choices, CoverSide, Merged, MergeInput } from './merge-document.ts'
import { paragraphsToText, type Choice } from './merge-text.ts'

const choiceLabels = { mine: 'Yours', theirs: 'Theirs', both: 'Both' } as const

interface DecisionProps {
  name: string
  heading: string
  mine: ReactNode
  theirs: ReactNode
  choices: readonly Choice[]
  chosen: Choice | undefined
  onChoose: (choice: Choice) => void
}

function Decision({ name, heading, mine, theirs, choices, chosen, onChoose }: DecisionProps) {
  const id = useId()
  const sides = { mine, theirs }
  return (
    <fieldset className="merge-decision" data-decided={chosen !== undefined}>
      <legend className="font-semibold">{heading}</legend>
      <div className="merge-sides">
        {(['theirs', 'mine'] as const).map((side) => (
          <div key={side} id={`${id}-${side}`} className={`merge-side diff-${side}`}>
            {sides[side] || '(empty)'}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              className="size-5 accent-signal"
              name={`merge-${name}`}
              checked={chosen === choice}
              aria-describedby={choice === 'both' ? undefined : `${id}-${choice}`}
              onChange={() => onChoose(choice)}
            />
            {choiceLabels[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Cover = ({ side: { file, url }, alt }: { side: CoverSide; alt: string }) =>
  file ? (
    <FilePicture file={file} alt={alt} className="merge-cover" />
  ) : url === null ? (
    '(no image)'
  ) : (
    <img src={url} alt={alt} className="merge-cover" />
  )

const countParagraphs = (count: number) =>
  count === 1 ? ['1 paragraph'] : count > 1 ? [`${count} paragraphs`] : []

interface MergeViewProps<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  input: MergeInput<Fields>
  compared: Compared<Fields>
  onBack: () => void
  onMerged: (merged: Merged<Fields>) => void
}

export function MergeView<Fields extends DocumentFields>(props: MergeViewProps<Fields>) {
  const { kind, compared, onBack, onMerged } = props
  const [input] = useState(props.input)
  const [merge] = useState(() => mergeDocument(input))
  const [choices, setChoices] = useState<Choices>({})
  const list = useRef<HTMLDivElement>(null)
  const names = listDecisions(merge)
  const missing = names.filter((name) => choices[name] === undefined).length

  const decide = (name: string) => ({
    name,
    chosen: choices[name],
    onChoose: (choice: Choice) => setChoices((made) => ({ ...made, [name]: choice })),
  })
  const label = (name: string) =>
    name === 'cover' ? 'Cover image' : fieldTexts(kind, input, compared, name).label
  const listTaken = (side: 'mine' | 'theirs') =>
    [...new Set(merge.taken[side].map(label)), ...countParagraphs(merge.text.taken[side])].join(', ')
  const finish = () => {
    if (missing === 0) onMerged(applyChoices(kind, input, merge, choices))
    else list.current?.querySelector<HTMLElement>('[data-decided="false"] input')?.focus()
  }

  return (
    <>
      <div ref={list} className="mt-5 grid gap-5" role="region" aria-label="Merge">
        <div>
          {(['theirs', 'mine'] as const).map((side) => (
            <p key={side}>
              Only {side === 'mine' ? 'you' : 'they'} changed: {listTaken(side) || 'nothing'}
            </p>
          ))}
          <p className="text-muted">
            {names.length === 0
              ? 'Nothing was changed by both of you.'
              : 'These changes are taken. Choose for the rest, which both of you changed.'}
            {input.base === null &&
              ' It is not known what the text was before, so that every difference is shown.'}
          </p>
        </div>
        {merge.fields.map((conflict) => (
          <Decision
            key={conflict.name}
            {...decide(conflict.name)}
            {...fieldTexts(kind, input, compared, conflict.name)}
            heading={label(conflict.name)}
            choices={conflict.canBeBoth ? ['theirs', 'mine', 'both'] : ['theirs', 'mine']}
          />
        ))}
        {merge.cover && (
          <Decision
            {...decide('cover')}
            heading="Cover image"
            mine={<Cover side={merge.cover.mine} alt="Yours" />}
            theirs={<Cover side={merge.cover.theirs} alt="Theirs" />}
            choices={['theirs', 'mine']}
          />
        )}
        {merge.text.conflicts.map(({ mine, theirs }, number) => (
          <Decision
            key={number}
            {...decide(`content.${number}`)}
            heading={`Text ${number + 1} of ${merge.text.conflicts.length}`}
            mine={paragraphsToText(mine)}
            theirs={paragraphsToText(theirs)}
            choices={['theirs', 'mine', 'both']}
          />
        ))}
      </div>
      <div className="merge-end">
        <p role="status" className="mr-auto basis-full self-center text-muted sm:basis-auto">
          {names.length > 0 && `${names.length - missing} of ${names.length} chosen`}
        </p>
        <Button variant="plain" onClick={onBack}>
          Back
        </Button>
        <Button aria-disabled={missing > 0 || undefined} onClick={finish}>
          Use merged version
        </Button>
      </div>
    </>
  )
}
