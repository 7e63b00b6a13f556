import { Cover } from '#components/blog/cover.tsx'
import { CoverArt } from '#components/flags/flag.tsx'
import type { CaseStudySummary } from '#contract/case-studies.ts'
import { CaptionedDrawing } from './drawing.tsx'

interface PictureProps {
  study: CaseStudySummary
  sizes: string
  className?: string
}

export function Picture({ study, sizes, className }: PictureProps) {
  if (study.drawing) return <CaptionedDrawing drawing={study.drawing} {...(className && { className })} />
  return (
    <div className={className}>
      {study.cover ? (
        <Cover post={{ ...study, coverImage: null }} sizes={sizes} shape="aspect-[16/10]" />
      ) : (
        <CoverArt seed={study.slug} className="aspect-[16/10] w-full" />
      )}
    </div>
  )
}
