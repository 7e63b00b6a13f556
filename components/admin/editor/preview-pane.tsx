import { useEffect, useState } from 'react'
import { z } from 'zod'
import { staffFetch } from '../staff-api.ts'
import { PreviewFrame } from './preview-frame.tsx'

const PAUSE_MS = 300

const answerSchema = z.object({ html: z.string().optional(), error: z.string().optional() })

async function render(content: string, signal: AbortSignal) {
  const response = await staffFetch('/api/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
    signal,
  })
  return answerSchema.parse(await response.json())
}

/** The article as the server's own renderer makes it, a moment after the last key. */
export function PreviewPane({ content }: { content: string }) {
  const [html, setHtml] = useState('')
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const run = new AbortController()
    const pause = setTimeout(() => {
      render(content, run.signal).then(
        (answer) => {
          if (answer.html !== undefined) setHtml(answer.html)
          setProblem(answer.error)
        },
        () => {
          if (!run.signal.aborted) setProblem('The preview cannot be made at the moment.')
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      run.abort()
    }
  }, [content])

  return (
    <>
      <PreviewFrame html={html} />
      {problem && (
        <p role="status" className="editor-problem">
          {problem}
        </p>
      )}
    </>
  )
}
