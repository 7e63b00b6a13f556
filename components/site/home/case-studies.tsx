import { SectionHead } from '#components/site/section-head.tsx'
import { caseStudies, type CaseStudy } from '#lib/content/case-studies.ts'
import { ClimbingLine, TenThousandDots, TwoBars } from './figures.tsx'

function Result({ result, resultLabel }: CaseStudy) {
  return (
    <p className="result">
      <strong>{result}</strong> <span>{resultLabel}</span>
    </p>
  )
}

function Story({ client, title, story, work }: CaseStudy) {
  return (
    <>
      <h3 className="text-head">{title}</h3>
      <p className="mt-1 font-semibold">{client}</p>
      <p className="mt-4 max-w-[52ch] font-reading">{story}</p>
      <p className="mt-4 text-sm">{work.join(', ')}</p>
    </>
  )
}

/** Each study is laid out around its own figure. */
export function CaseStudies() {
  const [shop, clinic, dashboard] = caseStudies
  return (
    <section aria-labelledby="work">
      <div className="frame section pb-0">
        <SectionHead id="work" signal="W" title="Work, and what came of it" />
        <article className="mt-12 grid gap-x-8 gap-y-10 pb-20 lg:grid-cols-12 lg:pb-28">
          <figure className="lg:order-2 lg:col-span-8">
            <ClimbingLine />
            <figcaption className="mt-4 text-sm text-muted">
              Monthly sales, the month before launch being 100, over the fourteen months after it.
            </figcaption>
          </figure>
          <div className="flex flex-col justify-end lg:col-span-4">
            <Result {...shop} />
            <div className="mt-6">
              <Story {...shop} />
            </div>
          </div>
        </article>
      </div>
      <article className="bg-flag-blue text-on-blue">
        <div className="frame grid items-end gap-x-8 gap-y-10 py-16 lg:grid-cols-12 lg:py-24">
          <figure className="lg:col-span-7">
            <TenThousandDots />
            <figcaption className="mt-4 text-sm">
              Each dot is one active user. The yellow one wrote to thank us.
            </figcaption>
          </figure>
          <div className="lg:col-span-5">
            <Result {...clinic} />
            <div className="mt-6">
              <Story {...clinic} />
            </div>
          </div>
        </div>
      </article>
      <article className="frame py-20 lg:py-28">
        <figure>
          <TwoBars />
          <figcaption className="mt-4 text-sm text-muted">
            Sessions per customer and week, six months before and six months after.
          </figcaption>
        </figure>
        <div className="mt-10 grid gap-x-8 gap-y-6 lg:grid-cols-12">
          <div className="lg:col-span-5">
            <Result {...dashboard} />
          </div>
          <div className="lg:col-span-6 lg:col-start-7">
            <Story {...dashboard} />
          </div>
        </div>
      </article>
    </section>
  )
}
