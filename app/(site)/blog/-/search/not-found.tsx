export { default } from '../page/not-found.tsx'
