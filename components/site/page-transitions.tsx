const rule = '@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }'

/** Inlined in the document, because a transition fails when the next page's style sheet loads too late. */
export const PageTransitions = () => <style>{rule}</style>
