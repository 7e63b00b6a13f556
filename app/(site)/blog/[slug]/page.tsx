import { permanentRedirect } from 'next/navigation'
import { RenderedArticle } from '#components/blog/rendered-article.tsx'
import { FailedPostView, MissingPostView } from '#components/site/error-views.tsx'
import { NewsletterBox } from '#components/newsletter/newsletter-box.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { Static } from '#components/site/static.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { postRefSchema, type Post, type PostSummary } from '#contract/posts.ts'
import { postJsonLd, postMetadata } from '#lib/blog/metadata.ts'
import { getPublishedPost, getRelatedPosts, isArchivedPost, reportPageFailure } from '#lib/blog/queries.ts'
import { postTexts } from '#lib/blog/texts.ts'
import { absoluteUrl } from '#lib/metadata.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

interface Props {
  params: Promise<{ slug: string }>
}

type Loaded = { post: Post; related: PostSummary[] } | { post: null; failed: boolean }

async function load(slug: string): Promise<Loaded> {
  try {
    const post = await getPublishedPost(slug)
    return post ? { post, related: await getRelatedPosts(post) } : { post: null, failed: false }
  } catch (error) {
    reportPageFailure(error)
    return { post: null, failed: true }
  }
}

const errorMetadata = (title: string, brand: string) => ({
  title: `${title} | ${brand}`,
  robots: { index: false },
})

export async function generateMetadata({ params }: Props) {
  const settings = await getSettings()
  try {
    const post = await getPublishedPost((await params).slug)
    return post ? postMetadata(settings, post) : errorMetadata(postTexts.missing, settings.name)
  } catch {
    return errorMetadata(postTexts.failed, settings.name)
  }
}

export default async function PostPage({ params }: Props) {
  const { slug } = await params
  const loaded = await load(slug)
  if (!loaded.post) {
    if (loaded.failed) return <FailedPostView />
    setStatus((await isArchivedPost(slug)) ? 410 : 404)
    return <MissingPostView />
  }
  const { post, related } = loaded
  // A remote upstream may use slugs that are not valid in a path; a redirect to them is not possible.
  if (post.slug !== slug && postRefSchema.safeParse(post.slug).success)
    permanentRedirect(`/blog/${post.slug}`)
  const settings = await getSettings()
  return (
    <>
      <Static>
        <JsonLd data={postJsonLd(settings, post)} />
      </Static>
      <RenderedArticle post={post} related={related} url={absoluteUrl(`/blog/${post.slug}`)} />
      <Static>
        <NewsletterBox {...settings.newsletter}>
          <div className="lg:self-center lg:justify-self-end">
            <ButtonLink href="/newsletter">Subscribe</ButtonLink>
          </div>
        </NewsletterBox>
      </Static>
    </>
  )
}
