export { startRouterTransition as onRouterTransitionStart } from '#lib/router-transitions.ts'
