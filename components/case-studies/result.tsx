import type { CSSProperties } from 'react'
import type { CaseStudySummary } from '#contract/case-studies.ts'

export function Result({ result }: { result: CaseStudySummary['results'][number] }) {
  const size: CSSProperties & Record<'--characters', number> = { '--characters': result.figure.length }
  return (
    <p className="result">
      <strong style={size}>{result.figure}</strong> <span>{result.label}</span>
    </p>
  )
}

export function MainResult({ study: { results } }: { study: CaseStudySummary }) {
  const [first] = results
  return first && <Result result={first} />
}
