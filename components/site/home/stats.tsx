import { stats } from '#lib/content/home.ts'

/** Four fields side by side, each as wide as it deserves: together they read as one long flag. */
export function Stats() {
  return (
    <ul aria-label="Halyard in figures" className="stats">
      {stats.map(({ figure, label }) => (
        <li key={label} className="stat">
          <strong className="stat-figure">{figure}</strong> <span className="stat-label">{label}</span>
        </li>
      ))}
    </ul>
  )
}
