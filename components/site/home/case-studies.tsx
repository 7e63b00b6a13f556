import { SectionHead } from '#components/site/headings.tsx'
import { caseStudies, type CaseStudy } from '#lib/content/case-studies.ts'

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
      <p className="mt-4 max-w-[30.1em] font-reading">{story}</p>
      <p className="mt-4 text-sm">{work.join(', ')}</p>
    </>
  )
}

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
          <figure className="dots lg:col-span-7">
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

/** In percent of the month before launch. */
const sales = [100, 104, 101, 118, 126, 123, 141, 152, 166, 160, 187, 203, 216, 231, 250]
const WIDTH = 700
const HEIGHT = 400
const x = (index: number) => 6 + (index / (sales.length - 1)) * (WIDTH - 24)
const y = (value: number) => HEIGHT - 8 - ((value - 80) / 185) * (HEIGHT - 16)
const points = sales.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')

function ClimbingLine() {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="A line that climbs from 100 to 250 within fourteen months"
      className="w-full overflow-visible"
    >
      {[100, 150, 200, 250].map((value) => (
        <path key={value} d={`M0 ${y(value)}H${WIDTH}`} className="stroke-line" strokeWidth="1.5" />
      ))}
      <polyline points={points} fill="none" className="stroke-ink" strokeWidth="7" strokeLinejoin="bevel" />
      <circle cx={x(sales.length - 1)} cy={y(250)} r="13" className="fill-signal" />
    </svg>
  )
}

/** One pattern draws 125 × 80 = 10,000 dots. */
function TenThousandDots() {
  return (
    <svg viewBox="0 0 125 80" role="img" aria-label="Ten thousand dots, one for each active user">
      <pattern id="dot" width="1" height="1" patternUnits="userSpaceOnUse">
        <circle cx="0.5" cy="0.5" r="0.31" className="fill-on-blue" />
      </pattern>
      <rect width="125" height="80" fill="url(#dot)" />
      <circle cx="87.5" cy="31.5" r="1.5" className="fill-flag-yellow stroke-flag-blue" strokeWidth="0.4" />
    </svg>
  )
}

function TwoBars() {
  return (
    <div
      role="img"
      aria-label="Two bars: after the redesign engagement is 40 percent above what it was"
      className="two-bars"
    >
      <p className="two-bars-before">Before</p>
      <p className="two-bars-after">After</p>
    </div>
  )
}
