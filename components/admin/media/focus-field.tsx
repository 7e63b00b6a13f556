import type { MediaItem } from '#contract/media.ts'
import { widthWithin } from './media-grid.tsx'

interface FocusFieldProps {
  item: MediaItem
  focus: MediaItem['focus']
  onChange: (focus: MediaItem['focus']) => void
}

const toPercent = (part: number, whole: number) =>
  Math.min(100, Math.max(0, Math.round((100 * part) / Math.max(1, whole))))

export function FocusField({ item, focus, onChange }: FocusFieldProps) {
  const source = item.sources.find(({ width }) => width >= 800) ?? item.sources.at(-1)
  const position = { objectPosition: `${focus.x}% ${focus.y}%` }
  return (
    <div role="group" aria-label="Focal point" className="grid gap-2">
      <p className="font-semibold">Focal point</p>
      <p className="text-sm text-muted">Covers are cropped around it. Click on the image to choose it.</p>
      <div
        className="media-focus"
        style={{ width: widthWithin(item, 18) }}
        onPointerDown={({ currentTarget, clientX, clientY }) => {
          const box = currentTarget.getBoundingClientRect()
          onChange({
            x: toPercent(clientX - box.left, box.width),
            y: toPercent(clientY - box.top, box.height),
          })
        }}
      >
        <img src={source?.url} width={item.width} height={item.height} alt={item.alt} />
        <span aria-hidden="true" style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis} className="grid text-sm text-muted">
            {axis === 'x' ? 'Left to right' : 'Top to bottom'}
            <input
              type="range"
              min={0}
              max={100}
              value={focus[axis]}
              className="media-slider"
              onChange={({ target }) => onChange({ ...focus, [axis]: Number(target.value) })}
            />
          </label>
        ))}
      </div>
      <div className="media-crops" aria-hidden="true">
        <img src={source?.url} alt="" className="aspect-[16/10]" style={position} />
        <img src={source?.url} alt="" className="aspect-square" style={position} />
      </div>
    </div>
  )
}
