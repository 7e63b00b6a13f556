/**
 * It lies below `/blog/-/`, beside what changes: the router resets it only when a segment changes, and all shapes of the
 * list have one pathname.
 */
export { NoSuchList as default } from '#components/blog/no-such-list.tsx'
