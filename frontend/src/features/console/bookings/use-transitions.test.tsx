import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { api } from "@/lib/api";
import { ApiError } from "@/lib/errors";
import type { BookingDetail } from "./api";
import { useTransitions } from "./use-transitions";

it("leaves a lost connection to the dialog, and ends it when someone else was faster", async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const end = vi.fn();
  const { result } = renderHook(() => useTransitions({ id: "1", status: "pending" } as BookingDetail, end), {
    wrapper,
  });
  const post = vi.spyOn(api, "POST").mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await act(() => expect(result.current.send({ to: "cancelled" })).rejects.toThrow("Failed to fetch"));
  expect(end).not.toHaveBeenCalled();
  post.mockRejectedValueOnce(new ApiError(409, undefined, "", undefined));
  await act(() => result.current.send({ to: "cancelled" }));
  expect(end).toHaveBeenCalledOnce();
});

it("sends a change once, however fast the button is pressed again", async () => {
  let arrive: (answer: never) => void = () => undefined;
  const answer = new Promise<never>((resolve) => {
    arrive = resolve;
  });
  const post = vi.spyOn(api, "POST").mockReturnValue(answer as never);
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const end = vi.fn();
  const { result } = renderHook(() => useTransitions({ id: "1", status: "pending" } as BookingDetail, end), {
    wrapper,
  });
  await act(async () => {
    result.current.mutate({ to: "confirmed" });
    result.current.mutate({ to: "confirmed" });
  });
  expect(post).toHaveBeenCalledTimes(1);
  await act(async () => arrive({ data: { id: "1" }, response: new Response() } as never));
  await waitFor(() => expect(end).toHaveBeenCalled());
  await act(async () => result.current.mutate({ to: "confirmed" }));
  expect(post).toHaveBeenCalledTimes(2);
});
