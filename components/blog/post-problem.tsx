import type { ReactNode } from 'react'
import { BackToBlog } from './back-to-blog.tsx'
import { postTexts } from '#lib/blog/texts.ts'

/** The error and not-found view of a post: its title is the error's text. */
export function PostProblem({ title, retry }: { title: string; retry?: ReactNode }) {
  return (
    <div className="frame py-24">
      <h1 className="text-title">{title}</h1>
      <p className="my-8 max-w-measure font-reading text-lead">{postTexts.explanation}</p>
      {retry && <p className="mb-8">{retry}</p>}
      <BackToBlog />
    </div>
  )
}
