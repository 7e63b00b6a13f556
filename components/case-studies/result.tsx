import type { CaseStudySummary } from '#contract/case-studies.ts'

export function Result({ result }: { result: CaseStudySummary['results'][number] }) {
  return (
    <p className="result">
      <strong>{result.figure}</strong> <span>{result.label}</span>
    </p>
  )
}

export function MainResult({ study: { results } }: { study: CaseStudySummary }) {
  const [first] = results
  return first && <Result result={first} />
}
