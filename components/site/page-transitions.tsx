const rule = '@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }'

/** In the document, because a transition fails when the style sheet of the next page loads too late. */
export const PageTransitions = () => <style>{rule}</style>
