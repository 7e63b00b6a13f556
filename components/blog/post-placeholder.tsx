/** The shape of an article, over what was there before, so that coming back finds it where it was left. */
export function PostPlaceholder() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-20 overflow-hidden bg-paper transition-opacity delay-150 starting:opacity-0"
    >
      <div className="frame py-14">
        <span className="sr-only">Loading article</span>
        <div aria-hidden="true">
          <div className="placeholder h-6 w-32" />
          <div className="placeholder mt-8 h-14 w-3/4" />
          <div className="placeholder mt-4 h-14 w-1/2" />
          <div className="placeholder mt-8 h-6 w-64" />
          <div className="placeholder mt-10 aspect-[16/7]" />
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="placeholder mt-5 h-5 max-w-measure" />
          ))}
        </div>
      </div>
    </div>
  )
}
