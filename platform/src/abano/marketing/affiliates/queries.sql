-- name: find_usable
select p.code, coalesce(p.discount_basis_points, s.promo_discount_basis_points), coalesce(a.name, '')
from promo_codes p
join tenant_settings s on s.tenant_id = p.tenant_id
left join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
where p.tenant_id = %(tenant)s and p.code = %(code)s and promo_code_state(p, %(now)s) = 'usable';
