/** Where a page is shared to; the title goes to Twitter only (specification 2). */
export function shareLinks(url: string, title: string) {
  const to = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`
  return [
    { name: 'Facebook', href: to('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    { name: 'Twitter', href: to('https://twitter.com/intent/tweet', { url, text: title }) },
    { name: 'LinkedIn', href: to('https://www.linkedin.com/sharing/share-offsite/', { url }) },
  ]
}
