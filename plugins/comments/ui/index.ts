import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: the comments of a record, and the button that follows it. */
export const commentsUi = defineUiContribution({
  plugin: 'comments',
  panels: [
    {
      id: 'comments',
      label: 'Comments',
      staffOnly: true,
      afterRelated: true,
      component: createLazySlot(async () => (await import('./comment-panel.tsx')).CommentPanel, 'place'),
    },
  ],
  widgets: async () => (await import('./followed-widget.tsx')).createCommentWidgets(),
  routedPages: [
    {
      route: '/app/posts',
      title: 'Posts',
      load: async () => (await import('./posts/posts-page.tsx')).PostsPage,
      icon: 'message-square',
      searchableFor: 'staff',
    },
  ],
  screenParts: [{ place: 'recordHeader', component: createLazySlot(async () => (await import('./follow-button.tsx')).FollowButton) }],
});
