import './segmented-control.css'

interface SegmentedControlProps<Value> {
  label: string
  options: readonly (readonly [value: Value, name: string])[]
  value: Value
  onChange: (value: Value) => void
}

export function SegmentedControl<Value extends string | undefined>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <div role="group" aria-label={label} className="segmented-control">
      {options.map(([option, name]) => (
        <button key={name} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {name}
        </button>
      ))}
    </div>
  )
}
