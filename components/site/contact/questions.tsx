import { SectionHead } from '#components/site/section-head.tsx'
import { faq } from '#lib/content/faq.ts'

export function Questions() {
  return (
    <section aria-labelledby="questions" className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
      <SectionHead id="questions" signal="Q" title="Asked before you" className="lg:col-span-4" />
      <div className="mt-10 border-b-2 border-ink lg:col-span-8 lg:mt-0">
        {faq.map(({ question, answer }) => (
          <details key={question} name="questions" className="question">
            <summary>{question}</summary>
            <p className="max-w-measure pb-8 font-reading text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
