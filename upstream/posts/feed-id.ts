/** The address is the id of what was published before feeds used the public id. */
export const feedIdOf = (
  base: '/blog' | '/work',
  { public_id, feed_slug }: { public_id: string; feed_slug: string | null },
): string => (feed_slug === null ? `urn:uuid:${public_id}` : `${base}/${feed_slug}`)
