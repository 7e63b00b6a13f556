import { countOf } from '#lib/counts.ts'

export const emptyListText = 'No articles found. Try adjusting your search or filter criteria.'

export const postTexts = {
  missing: 'Blog Post Not Found',
  failed: 'Failed to load blog post',
  explanation: "The blog post you're looking for doesn't exist or has been moved.",
}

export const countPosts = (count: number) => countOf(count, 'post')

export const formatViews = (views: number) => countOf(views, 'view')
