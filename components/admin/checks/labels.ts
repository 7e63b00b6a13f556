import type { PostCheck } from '#contract/post-checks.ts'

export const checkLabels: Record<PostCheck, string> = {
  links: 'No dead links within the site',
  altText: 'Alternative text for every image',
  headings: 'No jumps between heading levels',
  placeholders: 'No placeholder text, such as “lorem ipsum” or “TODO”',
  excerpt: 'An excerpt',
  imageSize: 'No images over 500 kB',
  titleLength: 'A title that fits into search results',
  descriptionLength: 'A description that fits into search results',
}
