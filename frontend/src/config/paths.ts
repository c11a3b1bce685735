/** Every address of the product in one place. */
export const paths = {
  home: "/",
  booking: "/booking",
  quiz: "/black",
  thankYou: "/thank-you",
  terms: "/terms-of-service",
  privacy: "/privacy-policy",
  guide: "/vashlovani-national-park-guide",
  admin: {
    signIn: "/admin/login",
    quizAnalytics: "/admin/quiz-analytics",
    quizTest: "/admin/quiz-test",
  },
} as const;
