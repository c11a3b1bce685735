-- name: save_click
insert into click_records (
  tenant_id, id, gclid, gbraid, wbraid, device_fingerprint, ip_address, domain, source_url, referrer, user_agent,
  screen_resolution, timezone, language, platform, session_id, browser_storage_support, cross_domain_capable,
  tracking_method, consent_state, consent_id, ad_user_data, ad_personalization, ad_answered_at, ad_consent_version,
  created_at
) values (
  %(tenant_id)s, %(id)s, %(gclid)s, %(gbraid)s, %(wbraid)s, %(device_fingerprint)s, %(ip)s::inet, %(domain)s,
  %(source_url)s, %(referrer)s, %(user_agent)s, %(screen_resolution)s, %(timezone)s, %(language)s, %(platform)s,
  %(session_id)s, %(browser_storage_support)s::jsonb, %(cross_domain_capable)s, %(tracking_method)s,
  %(consent_state)s, %(consent_id)s, %(ad_user_data)s, %(ad_personalization)s, %(ad_answered_at)s,
  %(ad_consent_version)s, %(now)s
);

-- name: save_visit
insert into ip_visits (tenant_id, id, ip_address, is_google_ads_traffic, visited_at)
values (%(tenant)s, %(id)s, %(ip)s::inet, %(is_paid)s, %(now)s);

-- name: latest_by_fingerprint
select gclid from click_records
where tenant_id = %(tenant)s and device_fingerprint = %(fingerprint)s and gclid is not null and created_at > %(since)s
order by created_at desc limit 1;

-- name: latest_by_ip
select gclid from click_records
where tenant_id = %(tenant)s and ip_address = %(ip)s::inet and gclid is not null and created_at > %(since)s
order by created_at desc limit 1;

-- name: delete_clicks
delete from click_records where tenant_id = %(tenant)s and id in (
  select id from click_records where tenant_id = %(tenant)s and created_at < %(before)s limit %(batch)s
);

-- name: delete_visits
delete from ip_visits where tenant_id = %(tenant)s and id in (
  select id from ip_visits where tenant_id = %(tenant)s and visited_at < %(before)s limit %(batch)s
);

-- name: delete_erasures
delete from warehouse_erasures where tenant_id = %(tenant)s and created_at < %(before)s;

-- name: delete_write_counts
delete from public_write_counts where tenant_id = %(tenant)s and minute < %(before)s;
