import { notFound, permanentRedirect } from 'next/navigation'
import { Article } from '#components/blog/article.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { postJsonLd } from '#lib/blog/json-ld.ts'
import { postMetadata } from '#lib/blog/post-metadata.ts'
import { getPublishedPost, getRelatedPosts } from '#lib/blog/queries.ts'
import { postRefSchema } from '#lib/blog/schema.ts'
import { absoluteUrl } from '#lib/metadata.ts'

export const revalidate = 60
export const generateStaticParams = () => []

interface Props {
  params: Promise<{ slug: string }>
}

export async function generateMetadata({ params }: Props) {
  const post = await getPublishedPost((await params).slug)
  return post ? postMetadata(post) : {}
}

export default async function PostPage({ params }: Props) {
  const { slug } = await params
  const post = await getPublishedPost(slug)
  if (!post) notFound()
  // A foreign upstream may name posts as no address can: then the one that was asked for stays.
  if (post.slug !== slug && postRefSchema.safeParse(post.slug).success)
    permanentRedirect(`/blog/${post.slug}`)
  const related = await getRelatedPosts(post)
  return (
    <>
      <JsonLd data={postJsonLd(post)} />
      <Article post={post} related={related} url={absoluteUrl(`/blog/${post.slug}`)} />
    </>
  )
}
