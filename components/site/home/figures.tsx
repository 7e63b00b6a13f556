/** Monthly sales in per cent of the month before launch; the last is 150 % up. */
const sales = [100, 104, 101, 118, 126, 123, 141, 152, 166, 160, 187, 203, 216, 231, 250]
const WIDTH = 700
const HEIGHT = 400
const x = (index: number) => 6 + (index / (sales.length - 1)) * (WIDTH - 24)
const y = (value: number) => HEIGHT - 8 - ((value - 80) / 185) * (HEIGHT - 16)
const points = sales.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')

export function ClimbingLine() {
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

/** 125 × 80 = 10,000 dots, by one pattern. */
export function TenThousandDots() {
  return (
    <svg
      viewBox="0 0 125 80"
      role="img"
      aria-label="Ten thousand dots, one for each active user"
      className="w-full"
    >
      <pattern id="dot" width="1" height="1" patternUnits="userSpaceOnUse">
        <circle cx="0.5" cy="0.5" r="0.31" className="fill-on-blue" />
      </pattern>
      <rect width="125" height="80" fill="url(#dot)" />
      <circle cx="87.5" cy="31.5" r="0.5" className="fill-flag-yellow" />
    </svg>
  )
}

export function TwoBars() {
  return (
    <div
      role="img"
      aria-label="Two bars: after the redesign engagement is 40 per cent above what it was"
      className="two-bars"
    >
      <p className="two-bars-before">Before</p>
      <p className="two-bars-after">After</p>
    </div>
  )
}
